import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dynamodb } from '#core/storage/dynamodb.ts';
import { getRecord } from '#core/storage/records.ts';
import { put, write } from '#core/storage/writes.ts';
import { takeQuery } from '#functions/indexes/index.ts';
import { openTestDynamoDB, tableResource } from '#local/aws/dynamodb/test-tables.ts';
import { accounts } from '#tables/accounts.ts';
import { indexes } from '#tables/indexes.ts';
import { countQuery } from './count-query.ts';
import { countQueries } from './query-usage.ts';

let local: Awaited<ReturnType<typeof openTestDynamoDB>>;

beforeAll(async () => {
  local = await openTestDynamoDB();
  for (const table of ['Accounts', 'Indexes']) {
    await local.service.declare(tableResource(table));
    vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  }
  vi.spyOn(dynamodb, 'send').mockImplementation(local.db.send.bind(local.db));
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await local.close();
});

const day = '2026-11-27';
const nowMs = Date.parse(`${day}T10:00:00.000Z`);
const quota = 10_000;
const policy = { burst: 1e6, intervalMs: 1 };

/** An organization that has sent so many queries today, with keys. */
async function organization(org_id: string, queries_today: number, keys: readonly string[]) {
  const record = {
    item_id: org_id,
    name: 'Analytical Engines',
    created_at: '2026-11-01T00:00:00.000Z',
    subscription: { status: 'active' as const, current_period_start: nowMs / 1000 },
    queries_per_day: quota,
    queries_day: day,
    queries_today,
  };
  const key = accounts.organization.key({ org_id });
  await write(put('dynamodb:PutItem Accounts', accounts.organization, key, record));
  for (const hash of keys) {
    const key = { key_id: hash, org_id, index_id: 'idx_1' };
    await write(
      put('dynamodb:PutItem Indexes', indexes.keyHash, indexes.keyHash.key({ hash }), key),
    );
  }
}

const countOf = async (org_id: string) =>
  (await getRecord('dynamodb:GetItem Accounts', accounts.organization, { org_id }))!.queries_today!;

let sentAt = nowMs;

/** Sends a query as `key-holder.ts` does. Tells what is left of the quota; undefined if it was refused. */
async function send(org_id: string, hash: string): Promise<number | undefined> {
  sentAt += 1000;
  const found = (await takeQuery(hash, 'idx_1', policy, sentAt, 1))!;
  const counted = (await countQuery(org_id, 1, day, found.prepaid, nowMs))!;
  const left = quota - counted.used;
  if (left >= 0) return left;
  if (counted.isPrepaid) await counted.giveBack(1);
  return undefined;
}

test('the first hundred queries are counted one by one, later ones in blocks, and each is told what is left', async () => {
  await organization('org_1', 95, ['key_1', 'key_2']);
  const counts: number[] = [];
  for (let sent = 96; sent <= 112; sent++) {
    expect(await send('org_1', 'key_1')).toBe(quota - sent);
    counts.push(await countOf('org_1'));
  }
  expect(counts).toEqual([96, 97, 98, 99, 100, ...Array(10).fill(110), 120, 120]);
  const before = vi.mocked(dynamodb.send).mock.calls.length;
  for (let sent = 113; sent <= 132; sent++) await send('org_1', 'key_1');
  const calls = vi.mocked(dynamodb.send).mock.calls.slice(before);
  const writes = calls.filter(([command]) => !(command instanceof GetCommand));
  // One of the key each, and for a block one that counts it and one that keeps it.
  expect([calls.length - writes.length, writes.length]).toEqual([18, 20 + 2 * 2]);
  // Those that the key has taken are not another's.
  expect(await countOf('org_1')).toBe(140);
  expect(await send('org_1', 'key_2')).toBe(quota - 141);
});

test('no more queries are answered than the quota has, and hardly fewer, of keys that are used at the same time', async () => {
  const keys = ['key_a', 'key_b', 'key_c'];
  await organization('org_2', quota - 1000, keys);
  let answered = 0;
  const sendAll = (turns: number) =>
    Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        for (let turn = 0; turn < turns; turn++) {
          const left = await send('org_2', keys[(at + turn * turn) % keys.length]!);
          if (left !== undefined) answered++;
        }
      }),
    );
  await sendAll(4);
  expect(answered).toBe(48);
  // An export takes most of the rest.
  await countQueries('org_2', 880, day);
  await sendAll(10);
  expect(answered).toBeLessThanOrEqual(120);
  // A key may keep a block, and callers of the same moment lose theirs when its round ends.
  expect(answered).toBeGreaterThan(120 - 12 * 9);
  expect(await send('org_2', 'key_a')).toBeUndefined();
});

test('queries that are given back can be sent again', async () => {
  await organization('org_3', 100, ['key_3']);
  for (let sent = 0; sent < 5; sent++) await send('org_3', 'key_3');
  const left = await send('org_3', 'key_3');
  const found = (await takeQuery('key_3', 'idx_1', policy, nowMs, 3))!;
  const counted = (await countQuery('org_3', 3, day, found.prepaid, nowMs))!;
  await counted.giveBack(3);
  expect(await send('org_3', 'key_3')).toBe(left! - 1);
});
