import { gzipSync, inflateRawSync } from 'node:zlib';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, expect, test, vi } from 'vitest';
import { deliveries, deliveryWrites } from '#shared/query-costs.ts';
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
  expect(items.map(({ PutRequest }) => packOf(PutRequest!.Item!))).toEqual([
    [expect.objectContaining({ at: '2026-11-26T10:00:00.000Z', index_id: 'idx_1' })],
  ]);
});

const packOf = (item: Record<string, unknown>) =>
  JSON.parse(inflateRawSync(item.packed as Uint8Array).toString());

/** Different texts of some hundred letters, as people ask for patents. */
const texts = [
  'battery pack with coolant channels between prismatic cells, pump controlled by temperature sensors',
  'method for detecting an occluded line in an infusion pump by the slope of the measured pressure',
  'foldable drone whose arms lock by magnets and carry propellers that are driven by hub motors',
  'wireless charging of vehicles, alignment of coils found by the coupling factor before charging',
  'polymer coating of stents that releases sirolimus over ninety days and degrades without acids',
  'speech recognition which adapts acoustic models on the device without sending audio to servers',
  'bearing cage made of glass filled polyamide with pockets that keep grease near the rollers',
  'solar tracker driven by one motor per row, stow position chosen by forecast wind and hail',
  'enzyme variants of subtilisin with higher stability against chelators in liquid detergents',
  'lidar with a rotating mirror and an array of single photon diodes, ghost images are removed',
];

test('a delivery writes as much as the bill says', async () => {
  vi.stubEnv('TABLE_ACTIVITY', 'activity');
  database.on(BatchWriteCommand).resolves({});
  database.on(TransactWriteCommand).resolves({});
  const lines = texts.map((text, i) => ({
    timestamp: new Date(Date.UTC(2026, 10, 26, 10, 0, 0, 731 * i)).toISOString(),
    search: {
      kind: 'search',
      indexId: 'idx_h2k9s7d1m5w8x0c3v6b4',
      orgId: 'org_q7r2t9y4u1i8o3p6a5s0',
      keyId: 'key_d4f7g2h9j1k6l3z8x5c0',
      text,
      words: 15,
      sizeBytes: text.length,
      tokens: 15,
      results: 37 * i * i + 211,
      elapsedMs: 8.3 + ((i * 7919) % 97) / 10,
    },
  }));
  const logEvents = lines.map((line, i) => ({
    id: `3971564012345678901234567890123456789012345678901234567${i}`,
    timestamp: 0,
    message: JSON.stringify(line),
  }));
  const delivery = { messageType: 'DATA_MESSAGE', logEvents };
  const data = gzipSync(JSON.stringify(delivery)).toString('base64');
  await handler({ awslogs: { data } });
  const put = database
    .commandCalls(BatchWriteCommand)
    .flatMap(({ args }) => args[0].input.RequestItems!.activity!)
    // Stored in the table, and copied into its index.
    .map(({ PutRequest }) => 2 * Math.ceil(bytesOf(PutRequest!.Item!) / 1024));
  // A write of a transaction counts twice. Each is of a row of counts, which has less than a kilobyte.
  const counted = database
    .commandCalls(TransactWriteCommand)
    .flatMap(({ args }) => args[0].input.TransactItems!.map(() => 2));
  expect(logEvents).toHaveLength(deliveries.dense);
  expect([put, counted]).toEqual([[deliveryWrites.pack], [2, 2, 2]]);
  expect(deliveryWrites.counts).toBe(6);
});

/** Bytes by which DynamoDB bills an item: names and values. */
const bytesOf = (item: Record<string, unknown>) =>
  Object.entries(item).reduce(
    (sum, [name, value]) =>
      sum + name.length + (typeof value === 'number' ? 8 : (value as string | Uint8Array).length),
    0,
  );
