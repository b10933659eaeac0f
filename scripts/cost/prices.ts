/** Prices of AWS in us-east-1, in USD, without tax; as published on `pricesOf`. Free amounts are those that never end. */
export const pricesOf = '2026-11-01';

export const prices = {
  kmsKeyMonth: 1,
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
  lambdaRequestsMillion: 0.2,
  /** arm64. */
  lambdaGbSecond: 0.0000133334,
  httpApiRequestsMillion: 1,
  cloudFrontRequestsMillion: 1,
  dynamoWritesMillion: 0.625,
  dynamoReadsMillion: 0.125,
  logGb: 0.5,
  tracesMillion: 5,
  s3GbMonth: 0.023,
  s3GetsMillion: 0.4,
  stateTransitionsThousand: 0.025,
  mailsThousand: 0.1,
  kmsRequestsTenThousand: 0.03,
  /** Of the plan Essentials, beyond the free users of a month. */
  cognitoUser: 0.015,
  freeCognitoUsers: 10_000,
} as const;

/** What others charge for a million queries of a namespace of 1 GB, as published or read on the day of the prices. */
export const others = [
  { name: 'Pinecone, serverless', text: '16 USD' },
  { name: 'Meilisearch Cloud', text: '300–400 USD' },
  {
    name: 'OpenSearch Serverless',
    text: '350 USD a month for the least capacity, whatever is asked',
  },
] as const;
