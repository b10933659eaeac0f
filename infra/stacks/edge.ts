import { type App, CfnOutput } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Api } from '#infra/constructs/api-endpoint.ts';
import { createBucket } from '#infra/constructs/bucket.ts';
import { HouseStack } from '#infra/constructs/house-stack.ts';
import { createDistribution } from '#infra/edge/distribution.ts';
import { createFirewall } from '#infra/edge/firewall.ts';
import { createHttpApi } from '#infra/edge/http-api.ts';
import type { Environment } from '#infra/environments.ts';
import type { DataStack } from './data.ts';
import type { IdentityStack } from './identity.ts';

/** What stands between a browser and the functions: CloudFront with its firewall, and the HTTP API. */
export class EdgeStack extends HouseStack {
  readonly api: Api & { httpApi: HttpApi };
  /** Filled by the `Web` stack. Here, because only the distribution may read it. */
  readonly webBucket: Bucket;
  readonly publicOrigin: string;

  /** @param origin address of the app where it is known before deployment */
  constructor(
    app: App,
    environment: Environment,
    origin: string | undefined,
    { resources, logBucket }: DataStack,
    { userPool, client }: IdentityStack,
  ) {
    super(app, 'Edge', environment, 'One origin for the app and its API');
    this.api = createHttpApi(this, {
      userPoolId: userPool.userPoolId,
      clientId: client.userPoolClientId,
    });
    this.webBucket = createBucket(this, 'WebBucket', { serverAccessLogsBucket: logBucket });
    const distribution = createDistribution(this, {
      web: this.webBucket,
      httpApi: this.api.httpApi,
      uploads: resources.buckets.Datasets,
      logBucket,
      webAclArn: this.firewallArn(),
    });
    this.publicOrigin = origin ?? `https://${distribution.distributionDomainName}`;
    new CfnOutput(this, 'Origin', { value: this.publicOrigin });
  }

  /**
   * CloudFront takes a firewall from us-east-1 only. The stacks of an environment stay in one region,
   * so outside us-east-1 the operator names one made there (as with the certificate): a cross-region
   * reference would cost custom resources in both regions for one string that never changes.
   */
  private firewallArn(): string {
    const { region, webAclArn } = this.settings;
    if (webAclArn) return webAclArn;
    if (region === 'us-east-1') return createFirewall(this).attrArn;
    throw new Error(
      `CloudFront takes a firewall from us-east-1 only: deploy there, or name one with -c webAclArn=arn:aws:wafv2:us-east-1:… (region is ${region}).`,
    );
  }
}
