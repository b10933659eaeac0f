import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeKeysOf } from '#functions/indexes/index-keys.ts';
import { lastUses } from '#functions/indexes/key-hashes.ts';
import { ada } from '#functions/indexes/test-records.ts';
import { listTeam } from '#functions/people/account-deletions.ts';
import { getUser } from '#functions/people/accounts.ts';
import { deleteItems } from './records.ts';

const database = mockClient(DynamoDBDocumentClient);

beforeEach(() => {
  for (const table of ['ACCOUNTS', 'INDEXES']) vi.stubEnv(`TABLE_${table}`, table.toLowerCase());
});
afterEach(() => {
  database.reset();
  vi.unstubAllEnvs();
});

const keys = Array.from({ length: 30 }, (_, number) => ({ pk: `P${number}`, sk: 'S' }));
const deletes = (part: typeof keys) => part.map((Key) => ({ DeleteRequest: { Key } }));

/** Keys that DynamoDB was asked to delete, call by call. */
const deleted = () =>
  database
    .commandCalls(BatchWriteCommand)
    .map(({ args }) =>
      args[0].input.RequestItems!.accounts!.map(({ DeleteRequest }) => DeleteRequest!.Key!.pk),
    );

test('what a batch of deletions leaves undone is deleted afterwards, and nothing twice', async () => {
  database
    .on(BatchWriteCommand)
    .resolvesOnce({ UnprocessedItems: { accounts: deletes(keys.slice(20, 25)) } })
    .resolvesOnce({ UnprocessedItems: { accounts: deletes(keys.slice(24, 25)) } })
    .resolves({});
  await deleteItems('dynamodb:BatchWriteItem Accounts', keys);
  expect(deleted().map((part) => part.length)).toEqual([25, 5, 1, 5]);
  expect(new Set(deleted().flat())).toEqual(new Set(keys.map(({ pk }) => pk)));
});

test('deletions that are put off again and again end as Busy', async () => {
  database.on(BatchWriteCommand).resolves({ UnprocessedItems: { accounts: deletes([keys[0]!]) } });
  await expect(deleteItems('dynamodb:BatchWriteItem Accounts', keys)).rejects.toMatchObject({
    code: 'Busy',
  });
});

const use = (hash: string) => ({
  pk: `KEYHASH#${hash}`,
  sk: 'KEYHASH',
  key_id: 'key_1',
  org_id: 'org_1',
  index_id: 'idx_1',
  used_at: `used ${hash}`,
});

test('what a batch of reads leaves out is read afterwards', async () => {
  database
    .on(BatchGetCommand)
    .resolvesOnce({
      Responses: { indexes: [use('a')] },
      UnprocessedKeys: { indexes: { Keys: [{ pk: 'KEYHASH#b', sk: 'KEYHASH' }] } },
    })
    .resolves({ Responses: { indexes: [use('b')] } });
  const uses = await lastUses(['a', 'b']);
  expect([...uses]).toEqual([
    ['a', 'used a'],
    ['b', 'used b'],
  ]);
});

test('reads that are put off again and again end as Busy', async () => {
  database
    .on(BatchGetCommand)
    .resolves({ UnprocessedKeys: { indexes: { Keys: [{ pk: 'KEYHASH#b', sk: 'KEYHASH' }] } } });
  await expect(lastUses(['b'])).rejects.toMatchObject({ code: 'Busy' });
});

test('no batch of nothing is sent: DynamoDB refuses it', async () => {
  expect(await lastUses([])).toEqual(new Map());
  await deleteItems('dynamodb:BatchWriteItem Accounts', []);
  expect(database.calls()).toHaveLength(0);
});

const user = { pk: 'USER#u1', sk: 'USER', ...ada };

test('a record without the fields of later versions is read, and without its keys', async () => {
  database.on(GetCommand).resolves({ Item: user });
  const { pk, sk, ...record } = user;
  expect(await getUser('u1')).toEqual(record);
});

test('a record that does not fit its schema is named, its values are not', async () => {
  database.on(GetCommand).resolves({ Item: { ...user, email: 42, full_name: undefined } });
  const error = await getUser('u1').catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ name: 'StoredRecordError' });
  expect((error as Error).message).toMatch(
    /^The user USER#u1 \/ USER of table Accounts does not fit its schema: email: .*; full_name: /,
  );
  expect((error as Error).message).not.toContain('42');
});

test('an item that no kind of record has the key of is named', async () => {
  database.on(QueryCommand).resolves({ Items: [{ ...user, pk: 'SOMETHING' }] });
  await expect(listTeam('org_1')).rejects.toThrow('The team SOMETHING / USER of table Accounts');
});

test('an organization whose keys cannot all be deleted keeps their number: the next try finds them', async () => {
  const key = {
    pk: 'KEYS#org_1',
    sk: 'KEY#idx_1#key_1',
    id: 'key_1',
    org_id: 'org_1',
    index_id: 'idx_1',
    ciphertext: new Uint8Array(1),
    hash: 'a',
    creation_date: '2026-11-01T00:00:00.000Z',
  };
  database.on(QueryCommand).resolves({ Items: [key] });
  const put = { DeleteRequest: { Key: { pk: 'KEYHASH#a', sk: 'KEYHASH' } } };
  database.on(BatchWriteCommand).resolves({ UnprocessedItems: { indexes: [put] } });
  await expect(removeKeysOf('org_1')).rejects.toMatchObject({ code: 'Busy' });
  const asked = database
    .commandCalls(BatchWriteCommand)
    .flatMap(({ args }) => args[0].input.RequestItems!.indexes!);
  expect(new Set(asked.map(({ DeleteRequest }) => DeleteRequest!.Key!.pk))).toEqual(
    new Set(['KEYHASH#a']),
  );
});
