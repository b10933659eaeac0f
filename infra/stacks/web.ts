import { type App, Duration } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { HouseStack } from '#infra/constructs/house-stack.ts';
import type { Environment } from '#infra/environments.ts';

/** Uploads the built browser app. */
export class WebStack extends HouseStack {
  constructor(app: App, environment: Environment, bucket: IBucket, webDir: string) {
    super(app, 'Web', environment, 'The built browser app');
    // Names of assets hold their hash. Older ones stay, for pages that were opened before the deployment.
    const assets = new BucketDeployment(this, 'Assets', {
      destinationBucket: bucket,
      sources: [Source.asset(webDir, { exclude: ['*', '!assets', '!assets/**'] })],
      prune: false,
      cacheControl: [
        CacheControl.setPublic(),
        CacheControl.maxAge(Duration.days(365)),
        CacheControl.immutable(),
      ],
    });
    const pages = new BucketDeployment(this, 'Pages', {
      destinationBucket: bucket,
      sources: [Source.asset(webDir, { exclude: ['assets', 'assets/**'] })],
      prune: false,
      cacheControl: [CacheControl.noCache()],
    });
    // The document names the assets, so they must be there first.
    pages.node.addDependency(assets);
  }
}
