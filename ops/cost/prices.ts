import { usagePrices } from '#shared/query-costs.ts';

/**
 * Prices of AWS in us-east-1, in USD, without tax. Free amounts are those that never end. On `pricesOf` they were
 * compared with these pages, with the day or year of each:
 * - Lambda: cloudchipr.com/blog/aws-lambda-pricing (2024)
 * - DynamoDB: airbyte.com/data-engineering-resources/dynamodb-pricing (2025-07); pages that say twice as much are older
 *   than November 2024
 * - SQS: cloudburn.io/blog/amazon-sqs-pricing (2026-03)
 * - WAF: c3x.dev/blog/aws-waf-cost-explained, awsnegotiations.com/waf-pricing-strategy.html (2026)
 * - CloudWatch: www.factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards (2026-06), and its
 *   free amounts: aws.amazon.com/cloudwatch/pricing
 * - KMS, Step Functions, Cognito's free users: c3x.dev/resources/aws/aws_kms_key, …/aws_sfn_state_machine,
 *   …/aws_cognito_user_pool (2026)
 * - Secrets Manager: hivebook.wiki/wiki/aws-secrets-manager-rotated-secrets-dynamic-db-credentials-kms
 * - HTTP API: appropri8-astro.pages.dev/tutorials/2025/12/02/deploying-simple-api-aws/page/7 (2025-12)
 * - OpenSearch: cloudburn.io/blog/amazon-opensearch-pricing (2026-03) for what is charged; nodes and disks from two
 *   tables in public repositories that were read from AWS's price list (2026-07)
 *
 * - S3 Express One Zone: the example in AWS's own questions and answers about S3 (aws.amazon.com/s3/faqs)
 * - CloudFront's flat-rate plans: www.duckbillhq.com/?p=10291 (2026-01), bybowu.com (2025-11)
 *
 * No page was found for S3, CloudFront, transfer to the internet, SES and Cognito's price of a user: compare these with AWS's own.
 */
export const pricesOf = '2026-11-23';

export const prices = {
  ...usagePrices,
  kmsKeyMonth: 1,
  /** More for a key after its first rotation, and again after the second; later ones are free. */
  kmsRotationMonth: 1,
  secretMonth: 0.4,
  /** Of a metric that an alarm reads. */
  alarmMetricMonth: 0.1,
  freeAlarmMetrics: 10,
  dashboardMonth: 3,
  freeDashboards: 3,
  webAclMonth: 5,
  webAclRuleMonth: 1,
  webAclRequestsMillion: 0.6,
  sqsRequestsMillion: 0.4,
  freeSqsRequestsMillion: 1,
  freeLambdaRequestsMillion: 1,
  freeLambdaGbSeconds: 400_000,
  freeTransferGb: 100,
  s3GetsMillion: 0.4,
  /** Of S3 Express One Zone. */
  s3ZoneGetsMillion: 0.03,
  s3ZoneReadGb: 0.0006,
  s3ZoneGbMonth: 0.11,
  mailsThousand: 0.1,
  kmsRequestsTenThousand: 0.03,
  /** Of the plan Essentials, beyond the free users of a month. */
  cognitoUser: 0.015,
  freeCognitoUsers: 10_000,
  /** Nodes of OpenSearch by their instance. */
  searchNodeHour: {
    'r7g.large': 0.178,
    'r7g.xlarge': 0.356,
    'r7g.2xlarge': 0.711,
    'r7g.4xlarge': 1.422,
    'm7g.large': 0.135,
  },
  searchDiskGbMonth: 0.122,
} as const;

/**
 * What others charge for a million queries of a namespace of 1 GB. Pinecone: usagepricing.com/blueprint/pinecone
 * (2026-06), one read unit a query of 1 GB: docs.pinecone.io. OpenSearch: awsnegotiations.com/opensearch-serverless-cost
 * (2026-02), 0.24 USD an hour for each of two units. No page was found for Meilisearch.
 */
export const others = [
  { name: 'Pinecone, serverless', text: '16–18 USD, at least 50 USD a month' },
  { name: 'Meilisearch Cloud', text: '300–400 USD' },
  {
    name: 'OpenSearch Serverless',
    text: '350 USD a month for the smallest capacity, however few the queries',
  },
] as const;

/** Plans of CloudFront with a fixed price, for one distribution. Each needs a web ACL, and includes it. */
export const flatRatePlans = [
  { name: 'Free', month: 0, requestsMillion: 1, transferGb: 100 },
  { name: 'Pro', month: 15, requestsMillion: 10, transferGb: 50_000 },
  { name: 'Business', month: 200, requestsMillion: 125, transferGb: 50_000 },
  { name: 'Premium', month: 1000, requestsMillion: 500, transferGb: 50_000 },
] as const;

/** Of CloudFront, each month, without a plan. */
export const freeCloudFrontRequestsMillion = 10;
