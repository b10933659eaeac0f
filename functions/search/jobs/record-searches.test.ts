import { gzipSync } from 'node:zlib';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, expect, test, vi } from 'vitest';
import { handler } from './record-searches.ts';

const database = mockClient(DynamoDBDocumentClient);

afterEach(() => {
  database.reset();
  vi.unstubAllEnvs();
});

test('a line that cannot be read fails the delivery after the others are recorded', async () => {
  vi.stubEnv('TABLE_ACTIVITY', 'activity');
  database.on(BatchWriteCommand).resolves({});
  database.on(TransactWriteCommand).resolves({});
  database.on(UpdateCommand).resolves({});
  const search = {
    kind: 'search',
    indexId: 'idx_1',
    words: 1,
    sizeBytes: 4,
    tokens: 1,
    elapsedMs: 2,
  };
  const line = JSON.stringify({ timestamp: '2026-11-26T10:00:00.000Z', search });
  const delivery = {
    messageType: 'DATA_MESSAGE',
    logEvents: ['secret', line].map((message, id) => ({ id: `e${id}`, timestamp: 0, message })),
  };
  const data = gzipSync(JSON.stringify(delivery)).toString('base64');
  await expect(handler({ awslogs: { data } })).rejects.toThrow(/^lines that cannot be read: e0$/);
  const [batch] = database.commandCalls(BatchWriteCommand);
  const items = batch!.args[0].input.RequestItems!.activity!;
  expect(items.map(({ PutRequest }) => PutRequest!.Item!.item_id)).toEqual(['e1']);
});
