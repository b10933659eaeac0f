import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { HouseStack } from './house-stack.ts';

/**
 * Our standard bucket: private, versioned, TLS only; objects can expire. S3 manages the encryption keys. A
 * customer-managed key would add a price to every ranged read of an index segment, and would not stop
 * anybody who may read the bucket.
 */
export function createBucket(
  scope: HouseStack,
  id: string,
  {
    expiresAfterDays,
    ...options
  }: Pick<BucketProps, 'cors' | 'serverAccessLogsBucket'> & { expiresAfterDays?: number },
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
        id: 'forget-what-was-replaced',
        abortIncompleteMultipartUploadAfter: Duration.days(7),
        noncurrentVersionExpiration: Duration.days(expiresAfterDays === undefined ? 30 : 1),
        expiredObjectDeleteMarker: true,
      },
      ...(expiresAfterDays === undefined
        ? []
        : [{ id: 'expire', expiration: Duration.days(expiresAfterDays) }]),
    ],
    removalPolicy: scope.settings.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
}

/** The bucket for access logs of S3 and CloudFront. */
export function createLogBucket(scope: HouseStack, id: string): Bucket {
  return new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    // CloudFront needs ACLs to deliver its standard logs.
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    lifecycleRules: [{ id: 'expire', expiration: Duration.days(scope.settings.logRetentionDays) }],
    removalPolicy: scope.settings.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
}
