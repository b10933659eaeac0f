import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { indexes } from '#tables/indexes.ts';
import { getRecord } from './records.ts';
import { takeToken } from './token-bucket.ts';
import { tryUpdate, update } from './writes.ts';

const database = mockClient(DynamoDBDocumentClient);
const refusal = new ConditionalCheckFailedException({ message: '', $metadata: {} });
const record = { pk: 'KEYHASH#h', sk: 'KEYHASH', index_id: 'i', org_id: 'o', key_id: 'k' };
const key = { hash: 'h' };
const policy = { burst: 1000, intervalMs: 1 };

const take = (nowMs: number) =>
  takeToken(
    {
      read: () => getRecord('dynamodb:GetItem Indexes', indexes.keyHash, key),
      change: (change) =>
        tryUpdate(
          indexes.keyHash,
          update('dynamodb:UpdateItem Indexes', indexes.keyHash, key, change),
        ),
    },
    policy,
    nowMs,
  );

beforeEach(() => {
  vi.stubEnv('TABLE_INDEXES', 'indexes');
  vi.useFakeTimers({ now: 100_000 });
});
afterEach(() => {
  database.reset();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test('a caller that took two seconds gets a token although faster ones have moved the bucket on', async () => {
  const tat = 100_050;
  database.on(GetCommand).resolves({ Item: { ...record, tat } });
  database
    .on(UpdateCommand)
    .rejectsOnce(refusal)
    .rejectsOnce(refusal)
    .rejectsOnce(refusal)
    .resolves({ Attributes: { ...record, tat: tat + 1 } });
  expect(await take(98_000)).toMatchObject({ taken: true, remaining: 949 });
});

test('a bucket that is empty now too is not asked again', async () => {
  database.on(GetCommand).resolves({ Item: { ...record, tat: 101_500 } });
  database.on(UpdateCommand).rejects(refusal);
  expect(await take(99_900)).toMatchObject({ taken: false, waitMs: 601 });
  expect(database.commandCalls(UpdateCommand)).toHaveLength(2);
});

test('an unknown bucket is not asked again', async () => {
  database.on(GetCommand).resolves({});
  database.on(UpdateCommand).rejects(refusal);
  expect(await take(98_000)).toMatchObject({ taken: false, record: undefined });
  expect(database.commandCalls(UpdateCommand)).toHaveLength(2);
});
