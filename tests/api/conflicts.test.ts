import { expect, test } from 'vitest';
import { expectFailure } from './support/expect-failure.ts';
import { orderFault } from './support/order-fault.ts';
import { type Member, newAdmin, newUser, origin } from './support/people.ts';

const addKey = (admin: Member) =>
  admin.call('create-index-key', { body: { org_id: admin.orgId, index: 'arxiv' } });

const keysOf = async (admin: Member) =>
  (await admin.call('list-index-keys', { query: {} })).arxiv!.length;

test('a transaction that conflicts with another is tried again and takes effect once', async () => {
  const admin = await newAdmin();
  await orderFault(origin(), 'dynamodb:TransactWriteItems', 'TransactionConflict', {
    containing: admin.orgId,
    times: 3,
  });
  await addKey(admin);
  expect(await keysOf(admin)).toBe(2);
});

test('a single write that conflicts with a transaction is tried again', async () => {
  const person = await newUser();
  await orderFault(origin(), 'dynamodb:UpdateItem', 'TransactionConflictException', {
    containing: person.authUserId,
    times: 3,
  });
  const body = { auth_user_id: person.authUserId, full_name: 'Augusta Ada' };
  expect(await person.call('update-user', { body })).toMatchObject({ full_name: 'Augusta Ada' });
});

test('lasting conflicts are answered as a busy server, without any change', async () => {
  const admin = await newAdmin();
  await orderFault(origin(), 'dynamodb:TransactWriteItems', 'TransactionConflict', {
    containing: admin.orgId,
    times: 6,
  });
  await expectFailure(addKey(admin), 'Busy');
  expect(await keysOf(admin)).toBe(1);
  await addKey(admin);
});
