import {
  ConditionalCheckFailedException,
  ThrottlingException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setStage } from '#functions/indexes/indexes.ts';
import { updateUser } from '#functions/people/accounts.ts';
import { type MemberRecord, putInvited, putRole } from '#functions/people/members.ts';

const database = mockClient(DynamoDBDocumentClient);

beforeEach(() => {
  for (const table of ['ACCOUNTS', 'INDEXES', 'ACTIVITY']) vi.stubEnv(`TABLE_${table}`, table);
});
afterEach(() => {
  database.reset();
  vi.unstubAllEnvs();
});

const member: MemberRecord = {
  item_id: 'usr_1',
  auth_user_id: 'u1',
  email: 'ada@example.com',
  full_name: 'Ada Byron',
  email_verified: true,
  type: 'invite',
  role: 'member',
  org_id: 'org_1',
  created_at: '2026-11-01T00:00:00.000Z',
};
const admin = { orgId: 'org_1', authUserId: 'u2' };
const also = { Put: { TableName: 'activity', Item: {} } };
const $metadata = {};

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    $metadata,
    message: `cancelled [${codes.join(', ')}]`,
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

describe('a transaction that is cancelled', () => {
  test.each([
    [['ConditionalCheckFailed', 'None', 'None'], 'not-admin'],
    [['None', 'ConditionalCheckFailed', 'None'], 'refused'],
    // A former admin learns nothing about the member.
    [['ConditionalCheckFailed', 'ConditionalCheckFailed', 'None'], 'not-admin'],
    [['TransactionConflict', 'ConditionalCheckFailed', 'None'], 'refused'],
  ])('for the reasons %j means %s', async (codes, change) => {
    database.on(TransactWriteCommand).rejects(cancelled(...codes));
    expect(await putRole(admin, member, 'admin', also)).toBe(change);
  });

  test('for a condition that is not the invitation’s own is not a refusal of it', async () => {
    const error = cancelled('None', 'None', 'ConditionalCheckFailed');
    database.on(TransactWriteCommand).rejects(error);
    await expect(putInvited(admin, member, undefined, also)).rejects.toBe(error);
  });

  test('for throughput is passed on as it is', async () => {
    const error = cancelled('ThrottlingError', 'None', 'None');
    database.on(TransactWriteCommand).rejects(error);
    await expect(putRole(admin, member, 'admin', also)).rejects.toBe(error);
  });
});

describe('a single write that is refused', () => {
  test('by a throttle is not mistaken for a condition', async () => {
    const error = new ThrottlingException({ $metadata, message: 'slow down' });
    database.on(UpdateCommand).rejects(error);
    await expect(updateUser('u1', { full_name: 'Ada' })).rejects.toBe(error);
    await expect(setStage({ index_id: 'i', build_id: 'b' }, 'training')).rejects.toBe(error);
  });

  test('by its condition says what that means', async () => {
    database
      .on(UpdateCommand)
      .rejects(new ConditionalCheckFailedException({ $metadata, message: 'no' }));
    expect(await updateUser('u1', { full_name: 'Ada' })).toBeUndefined();
    await expect(setStage({ index_id: 'i', build_id: 'b' }, 'training')).rejects.toMatchObject({
      name: 'StaleBuildError',
    });
  });
});
