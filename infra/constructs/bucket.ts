import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type LifecycleRule,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { limits } from '#shared/limits.ts';
import type { EnvironmentStack } from './environment-stack.ts';

/** Days after which objects of a bucket expire: for all objects, or by prefix of their keys. */
type Expiry = number | Readonly<Record<string, number>>;

/**
 * Our standard bucket: private, versioned, TLS only; objects can expire. S3 manages the encryption keys. A
 * customer-managed key would add a price to every ranged read of an index segment, and would not stop
 * anybody who may read the bucket.
 */
export function createBucket(
  scope: EnvironmentStack,
  id: string,
  {
    expiresAfterDays,
    ...options
  }: Pick<BucketProps, 'cors' | 'serverAccessLogsBucket'> & { expiresAfterDays?: Expiry },
): Bucket {
  return new Bucket(scope, id, {
    ...options,
    serverAccessLogsPrefix: options.serverAccessLogsBucket && `s3/${id}/`,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: true,
    lifecycleRules: [
      {
        id: 'expire-old-versions',
        abortIncompleteMultipartUploadAfter: Duration.days(7),
        noncurrentVersionExpiration: Duration.days(expiresAfterDays === undefined ? 30 : 1),
        expiredObjectDeleteMarker: true,
      },
      ...expiryRules(expiresAfterDays),
    ],
    ...removal(scope),
  });
}

/** If data is not kept, a bucket is deleted with its objects. CloudFormation alone deletes only empty buckets. */
function removal({ settings: { keepData, deployed } }: EnvironmentStack) {
  return keepData
    ? { removalPolicy: RemovalPolicy.RETAIN }
    : { removalPolicy: RemovalPolicy.DESTROY, autoDeleteObjects: deployed };
}

function expiryRules(expiry: Expiry | undefined): LifecycleRule[] {
  if (expiry === undefined) return [];
  if (typeof expiry === 'number') return [{ id: 'expire', expiration: Duration.days(expiry) }];
  return Object.entries(expiry).map(([prefix, days]) => ({
    id: `expire-${prefix.replace('/', '')}`,
    prefix,
    expiration: Duration.days(days),
  }));
}

/** The bucket for access logs of S3 and CloudFront. */
export function createLogBucket(scope: EnvironmentStack, id: string): Bucket {
  return new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    // CloudFront needs ACLs to deliver its standard logs.
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    lifecycleRules: [
      {
        id: 'expire',
        expiration: Duration.days(Math.min(scope.settings.logRetentionDays, limits.addressLogDays)),
      },
    ],
    ...removal(scope),
  });
}
