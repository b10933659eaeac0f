import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accounts } from '#tables/accounts.ts';
import { dynamodb } from './dynamodb.ts';
import { transact, update, write } from './writes.ts';

/**
 * Answers of DynamoDB, call by call. They replace the HTTP handler, so that the SDK's retries and ours run.
 */
function answers(
  ...responses: [statusCode: number, body: object, headers?: Record<string, string>][]
) {
  let calls = 0;
  vi.spyOn(dynamodb.config.requestHandler, 'handle').mockImplementation(async () => {
    const [statusCode, body, headers = {}] = responses[Math.min(calls++, responses.length - 1)]!;
    const response = {
      statusCode,
      headers: { 'content-type': 'application/x-amz-json-1.0', ...headers },
      body: Readable.from([JSON.stringify(body)]),
    };
    return { response } as never;
  });
  return () => calls;
}

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('TABLE_ACCOUNTS', 'accounts');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const type = 'com.amazonaws.dynamodb.v20120810#';
const renamed = () =>
  update(
    'dynamodb:UpdateItem Accounts',
    accounts.user,
    { auth_user_id: 'u1' },
    {
      UpdateExpression: 'SET full_name = :name',
      ExpressionAttributeValues: { ':name': 'Ada' },
    },
  );

test('a throttled write is tried again after the pause that the answer asks for', async () => {
  const throttle = { __type: `${type}ThrottlingException`, message: 'slow down' };
  const calls = answers([400, throttle, { 'retry-after': '0.01' }], [200, {}]);
  await write(renamed());
  expect(calls()).toBe(2);
});

test('a write that conflicts with a transaction is tried again', async () => {
  const conflict = { __type: `${type}TransactionConflictException`, message: 'met' };
  const calls = answers([400, conflict], [400, conflict], [200, {}]);
  await write(renamed());
  expect(calls()).toBe(3);
});

const cancelled = (...codes: string[]) => ({
  __type: `${type}TransactionCanceledException`,
  message: 'cancelled',
  CancellationReasons: codes.map((Code) => ({ Code })),
});

test('a transaction that conflicts with others is tried again, and fails as Busy if the conflicts do not end', async () => {
  const calls = answers([400, cancelled('TransactionConflict', 'None')]);
  await expect(transact([renamed(), renamed()])).rejects.toMatchObject({ code: 'Busy' });
  expect(calls()).toBe(6);
});

test('a transaction that is throttled is tried again', async () => {
  const calls = answers([400, cancelled('None', 'ThrottlingError')], [200, {}]);
  await transact([renamed(), renamed()]);
  expect(calls()).toBe(2);
});

test('a transaction with a conflict and a failed condition is refused at once', async () => {
  const calls = answers([400, cancelled('TransactionConflict', 'ConditionalCheckFailed')]);
  await expect(transact([renamed(), renamed()])).rejects.toMatchObject({
    name: 'TransactionCanceledException',
  });
  expect(calls()).toBe(1);
});
