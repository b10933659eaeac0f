import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMailbox, waitForMail } from '#tests/api/support/cognito.ts';
import { animals, createIndex, postForm, upload } from '#tests/api/support/datasets.ts';
import { expectFailure } from '#tests/api/support/expect-failure.ts';
import { orderFault } from '#tests/api/support/order-fault.ts';
import { type Member, newAdminAt } from '#tests/api/support/people.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { close, type Stack, startStack } from '#tests/support/stack.ts';
import { tracesOf } from '#tests/support/traces.ts';
import { waitFor } from '#tests/support/wait-for.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => close(stack));

const advance = (duration: string) => advanceClock(stack.origin, duration);

/** How often the erasing function has failed. */
const failures = () =>
  stack
    .printed()
    .split('\n')
    .filter((line) => line.includes('erase-person')).length;

const erase = ({ call, authUserId: auth_user_id, email }: Member) =>
  call('erase-user', { body: { auth_user_id, email, erase_organization: true } });

/** Lines of the tables and keys of the buckets that mention one of these texts. */
const traces = (...texts: string[]) => tracesOf(stack, ...texts);

const waitForNoTrace = (look: () => Promise<string[]>) =>
  waitFor('the removal of every trace', async () => (await look()).length === 0);

const isErased = async ({ email }: Member) =>
  (await readMailbox(stack.origin, email)).some(({ subject }) => /has been erased/.test(subject));

test('an erasure that is interrupted repeatedly is completed', async () => {
  const admin = await newAdminAt(stack.origin);
  await createIndex(admin, 'A', await upload(admin, 'a.csv', animals));
  // An error that the SDK does not retry.
  const cut = (containing: string) =>
    orderFault(stack.origin, 'dynamodb:BatchWriteItem', 'ValidationException', {
      containing,
      times: 1,
    });
  await cut(`KEYS#${admin.orgId}`);
  await expectFailure(erase(admin), 'Internal');
  await expectFailure(admin.call('list-indexes', { query: {} }), 'UserNotFound');
  for (const partition of ['KEYCOUNT', 'ORG', 'AUDIT']) await cut(`${partition}#${admin.orgId}`);
  for (const cuts of [1, 2, 3]) {
    await advance('31m');
    await waitFor(`failure ${cuts} of the erasure`, () => failures() >= cuts);
    expect(failures()).toBe(cuts);
    expect(await isErased(admin)).toBe(false);
  }
  await advance('31m');
  await waitForMail(stack.origin, admin.email, /has been erased/);
  const left = await traces(admin.orgId, admin.authUserId, admin.email);
  expect(left.filter((line) => !/SUPERSEDED#|AUDIT#ERASED/.test(line))).toEqual([]);
});

test('an upload that was permitted before does not stay after the organization has ended', async () => {
  const admin = await newAdminAt(stack.origin);
  const { url, fields } = await admin.call('create-upload', {
    body: { org_id: admin.orgId, user_email: admin.email, filename: 'late.csv' },
  });
  await erase(admin);
  await advance('30s');
  await waitForMail(stack.origin, admin.email, /has been erased/);
  expect((await postForm(url, fields, animals)).ok).toBe(true);
  expect(await traces(fields.key!)).toHaveLength(1);
  await advance('16m');
  await waitForNoTrace(() => traces(fields.key!));
});

test('an erasure needs a recent sign-in', async () => {
  const admin = await newAdminAt(stack.origin);
  await advance('16m');
  await expectFailure(erase(admin), 'SignInAgain');
  await admin.call('list-indexes', { query: {} });
});

test('an archive can be downloaded for some days and then expires', async () => {
  const admin = await newAdminAt(stack.origin);
  await admin.call('request-data-export', { body: { auth_user_id: admin.authUserId } });
  await waitForMail(stack.origin, admin.email, /^Your data is ready/);
  const { item_id } = await admin.call('get-user', { query: {} });
  const archives = () => traces(`${item_id}/exp_`);
  expect(await archives()).toHaveLength(1);
  await advance('8d');
  await waitForNoTrace(archives);
});
