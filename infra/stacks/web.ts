import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  type IRole,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { acknowledge, acknowledgeWildcard } from '#infra/constructs/acknowledge.ts';
import { EnvironmentStack } from '#infra/constructs/environment-stack.ts';
import type { Environment } from '#infra/environments.ts';
import { pageOriginPlaceholder } from '#shared/page-origin.ts';

/** Uploads the built browser app. */
export class WebStack extends EnvironmentStack {
  constructor(app: App, environment: Environment, bucket: IBucket, webDir: string) {
    super(app, 'Web', environment, 'The built browser app');
    const assets = new Asset(this, 'AssetFiles', {
      path: webDir,
      exclude: ['*', '!assets', '!assets/**'],
    });
    const documents = copyPages(webDir, environment.domain?.name);
    const pages = new Asset(this, 'PageFiles', { path: documents });
    rmSync(documents, { recursive: true });
    const logGroup = new LogGroup(this, 'UploaderLogs', {
      logGroupName: `/antecede/${environment.name}/web-upload`,
      retention: environment.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = this.createUploaderRole(bucket, [assets, pages], logGroup);
    const uploader = { role: role.withoutPolicyUpdates(), logGroup };
    // Asset names contain a hash. Old assets stay for pages that were opened before the deployment.
    const first = this.upload('Assets', bucket, assets, uploader, [
      CacheControl.setPublic(),
      CacheControl.maxAge(Duration.days(365)),
      CacheControl.immutable(),
    ]);
    // The document refers to the assets, so they must be uploaded first.
    this.upload('Pages', bucket, pages, uploader, [CacheControl.noCache()]).node.addDependency(
      first,
    );
    acknowledge(this.node.children.find((child) => child instanceof LambdaFunction)!, {
      'AwsSolutions-L1': 'CDK’s own uploader: its runtime comes with the pinned aws-cdk-lib.',
    });
  }

  private upload(
    id: string,
    destinationBucket: IBucket,
    files: Asset,
    uploader: { role: IRole; logGroup: LogGroup },
    cacheControl: CacheControl[],
  ): BucketDeployment {
    return new BucketDeployment(this, id, {
      destinationBucket,
      sources: [Source.bucket(files.bucket, files.s3ObjectKey)],
      prune: false,
      cacheControl,
      ...uploader,
    });
  }

  /** Allows reading the two archives and writing to the bucket. CDK's default role also deletes, and reads all assets. */
  private createUploaderRole(bucket: IBucket, files: Asset[], logGroup: LogGroup): Role {
    const allow = (actions: string[], resources: string[]) =>
      new PolicyStatement({ actions, resources });
    const role = new Role(this, 'UploaderRole', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        Upload: new PolicyDocument({
          statements: [
            allow(
              ['s3:GetObject'],
              files.map((file) => file.bucket.arnForObjects(file.s3ObjectKey)),
            ),
            allow(['s3:ListBucket'], [bucket.bucketArn]),
            allow(['s3:PutObject', 's3:AbortMultipartUpload'], [bucket.arnForObjects('*')]),
            allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
          ],
        }),
      },
    });
    acknowledgeWildcard(role, {
      owner: bucket,
      arn: bucket.bucketArn,
      suffix: '/*',
      reason:
        'The bucket holds the browser app and nothing else; its file names change with each build.',
    });
    return role;
  }
}

/**
 * Copies the web build without its assets, and writes the address of the installation into its documents. Without an
 * own domain the address is not known before the deployment, and links are relative.
 */
function copyPages(webDir: string, domain: string | undefined): string {
  const copy = mkdtempSync(join(tmpdir(), 'antecede-pages-'));
  const assets = join(webDir, 'assets');
  cpSync(webDir, copy, { recursive: true, filter: (source) => source !== assets });
  for (const file of globSync(join(copy, '*.html'))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(pageOriginPlaceholder, domain ? `https://${domain}` : ''));
  }
  return copy;
}
