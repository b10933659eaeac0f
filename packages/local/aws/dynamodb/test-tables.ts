import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Resource } from '#local/assembly/resource.ts';
import { openDynamoDB } from './dynamodb.ts';
import { serve } from './test-server.ts';

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

/** Test-only: DynamoDB with the tables `Things` and `Indexed`, a client and a clock that can be set. */
export async function openTestDynamoDB() {
  const dataDir = mkdtempSync(join(tmpdir(), 'dynamodb-'));
  const clock = { advancedMs: 0, now: () => Date.now() + clock.advancedMs };
  const service = await openDynamoDB({ dataDir, clock });
  await service.declare(tableResource('Things'));
  await service.declare(tableResource('Indexed', withIndex));
  const server = await serve(service);
  const client = new DynamoDBClient({ ...server.client, maxAttempts: 1 });
  return {
    clock,
    service,
    endpoint: server.endpoint,
    db: DynamoDBDocumentClient.from(client),
    async close() {
      client.destroy();
      await server.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
