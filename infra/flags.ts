/**
 * CDK feature flags, in code and not in cdk.json: the assembly of the local cloud is built in-process, without the
 * CDK CLI, and must be the same. Lists only flags that change something here.
 */
export const featureFlags = {
  '@aws-cdk/aws-cloudwatch-actions:changeLambdaPermissionLogicalIdForLambdaAction': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-kms:reduceCrossAccountRegionPolicyScope': true,
  '@aws-cdk/aws-lambda:recognizeLayerVersion': true,
  '@aws-cdk/aws-s3:createDefaultLoggingPolicy': true,
  '@aws-cdk/aws-s3:publicAccessBlockedByDefault': true,
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/core:checkSecretUsage': true,
  // A table or bucket cannot be removed while a function of another stack still uses it.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
  '@aws-cdk/core:enablePartitionLiterals': true,
  '@aws-cdk/core:target-partitions': ['aws', 'aws-cn'],
};
