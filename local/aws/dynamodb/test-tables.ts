import type { Resource } from '#local/assembly/resource.ts';

/** A table as the local assembly resolves it: keys `pk` and `sk`, time to live in `ttl`. */
export function tableResource(name: string, properties: object = {}): Resource {
  const Arn = `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`;
  return {
    stack: 'data',
    logicalId: name,
    type: 'AWS::DynamoDB::Table',
    ref: name,
    attributes: { Arn },
    metadata: {},
    properties: {
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      ...properties,
    },
  };
}

/** Properties of a table with a global index `byState` on `state`. */
export const withIndex = {
  AttributeDefinitions: ['pk', 'sk', 'state'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byState',
      KeySchema: [{ AttributeName: 'state', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};
