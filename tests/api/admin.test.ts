import { expect, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { addCard } from './support/billing.ts';
import { animals, createIndex, firstKey, upload, waitForBuild } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, newAddress, newAdmin, newUser, origin } from './support/people.ts';
import { grantStaff, inSecondStep, newStaff } from './support/staff.ts';

test('the operator adds and removes staff, with effect from the next request', async () => {
  const person = await newUser();
  const list = () => person.call('list-organizations', { query: { limit: 1 } });
  expect(await person.call('get-user', { query: {} })).not.toHaveProperty('foretheta_admin');
  await expectFailure(list(), 'Forbidden');
  expect(await grantStaff(person.email.toUpperCase())).toBeUndefined();
  expect(await person.call('get-user', { query: {} })).toMatchObject({ foretheta_admin: true });
  // Only in a session that began with a second factor.
  await expectFailure(list(), 'SecondFactorRequired');
  const session = await inSecondStep(person);
  const listed = () => session.call('list-organizations', { query: { limit: 1 } });
  expect((await listed()).items).toHaveLength(1);
  await grantStaff(person.email, false);
  expect((await expectFailure(listed(), 'Forbidden')).message).toBe('Unauthorized request!');
  expect(await grantStaff(newAddress())).toMatch(/has signed up/);
  await expect(anonymous()('list-organizations', { query: {} })).rejects.toMatchObject({
    code: 'Unauthenticated',
  });
});

test('staff find organizations by a part of the name or by the id, page by page', async () => {
  const staff = await newStaff();
  const admins = await Promise.all([newAdmin(), newAdmin(), newAdmin()]);
  const word = `Zeta${Date.now()}`;
  for (const [position, { call, orgId, authUserId }] of admins.entries()) {
    const org_name = `${2 - position} ${word} Works`;
    await call('update-organization', {
      body: { org_id: orgId, auth_user_id: authUserId, org_name },
    });
  }
  const query = { search: ` ${word.toLowerCase()} w`, limit: 2 };
  const first = await staff.call('list-organizations', { query });
  const second = await staff.call('list-organizations', {
    query: { ...query, cursor: first.next },
  });
  expect(second.next).toBeUndefined();
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect(ids).toEqual(admins.map(({ orgId }) => orgId).reverse());
  const { orgId } = admins[0];
  const { items } = await staff.call('list-organizations', { query: { search: orgId } });
  expect(items).toMatchObject([
    { id: orgId, name: `2 ${word} Works`, status: 'trialing', paused_payment: false },
  ]);
  expect(items[0]).not.toHaveProperty('subscription_id');
});

test('staff pause and resume a payment, which the audit trail of the customer records', async () => {
  const [staff, admin] = await Promise.all([newStaff(), newAdmin()]);
  await addCard(origin(), admin);
  await admin.call('update-subscription', {
    body: { org_id: admin.orgId, subscription_plan: 'Monthly', activate_subscription: true },
  });
  const subscriptionOf = async () => (await admin.call('get-user', { query: {} })).subscription!;
  const { id } = await subscriptionOf();
  const pause = (paused_payment: boolean, change = {}) =>
    staff.call('pause-payment', {
      body: {
        auth_user_id: staff.authUserId,
        org_id: admin.orgId,
        subscription_id: id!,
        paused_payment,
        ...change,
      },
    });
  await expectFailure(pause(true, { subscription_id: 'sub_other' }), 'NotFound');
  await expectFailure(pause(true, { org_id: 'org_other' }), 'NotFound');
  await expectFailure(pause(true, { auth_user_id: admin.authUserId }), 'Forbidden');
  expect((await subscriptionOf()).pause_collection ?? null).toBeNull();

  expect(await pause(true)).toMatchObject({ id: admin.orgId, paused_payment: true });
  expect((await subscriptionOf()).pause_collection).toEqual({ behavior: 'mark_uncollectible' });
  expect(await pause(false)).toMatchObject({ paused_payment: false });
  expect((await subscriptionOf()).pause_collection ?? null).toBeNull();

  const { items } = await admin.call('list-audit', { query: { limit: 2 } });
  expect(items.map(({ action, person }) => `${action} ${person.full_name}`)).toEqual([
    'payment.resumed Antecede staff',
    'payment.paused Antecede staff',
  ]);
  expect(JSON.stringify(items)).not.toContain(staff.email);
});

test('staff see what an organization used and cost this month, but not their own', async () => {
  const [own, admin] = await Promise.all([newAdmin(), newAdmin()]);
  await grantStaff(own.email);
  const staff = await inSecondStep(own);
  const fileKey = await upload(admin, 'animals.csv', animals);
  const { item_id: indexId } = await createIndex(admin, 'Animals', fileKey);
  await waitForBuild(admin, indexId);
  await admin.call('get-dataset-files', { query: { key: admin.orgId } });
  const request = { conceptFeaturesString: 'whale', maxNumItems: 1 };
  const apiKey = await firstKey(admin, indexId);
  await admin.call('query-index', { params: { index_id: indexId }, body: { request }, apiKey });
  const read = async (orgId: string) => {
    const query = { search: orgId, figures: 'month' } as const;
    return (await staff.call('list-organizations', { query })).items[0]?.month;
  };
  await eventually(async () => expect(await read(admin.orgId)).toMatchObject({ searches: 1 }));
  const month = (await read(admin.orgId))!;
  expect(month.builds).toBe(1);
  expect(month.dataset_bytes).toBe(Buffer.byteLength(animals));
  expect(month.p99).toBeGreaterThan(0);
  const { searches, builds, storage, total } = month.usd;
  expect(total).toBeCloseTo(searches + builds + storage, 12);
  for (const part of [searches, builds, storage]) expect(part).toBeGreaterThan(0);
  const detail = await staff.call('get-organization-detail', { params: { org_id: admin.orgId } });
  expect(detail.month).toEqual(month);
  expect(await read(own.orgId)).toBeUndefined();
  const { items } = await staff.call('list-organizations', { query: { search: admin.orgId } });
  expect(items[0]).not.toHaveProperty('month');
});

test('staff neither read more of their own organization nor pause its payment, and what they read is recorded', async () => {
  const [own, admin] = await Promise.all([newAdmin(), newAdmin()]);
  await grantStaff(own.email);
  const staff = await inSecondStep(own);
  const read = (org_id: string) => staff.call('get-organization-detail', { params: { org_id } });
  await expectFailure(read(own.orgId), 'Forbidden');
  await read(admin.orgId);
  const figures = (org_id: string) => staff.call('get-search-figures', { query: { org_id } });
  await expectFailure(figures(own.orgId), 'Forbidden');
  await figures(admin.orgId);
  const { items } = await admin.call('list-audit', { query: { action: 'organization.viewed' } });
  const byStaff = { object: { id: admin.orgId }, person: { full_name: 'Antecede staff' } };
  expect(items).toMatchObject([byStaff, byStaff]);
  await addCard(origin(), staff);
  await staff.call('update-subscription', { body: { subscription_plan: 'Monthly' } });
  const { subscription } = await staff.call('get-user', { query: {} });
  await expectFailure(
    staff.call('pause-payment', {
      body: {
        auth_user_id: own.authUserId,
        org_id: own.orgId,
        subscription_id: subscription!.id!,
        paused_payment: true,
      },
    }),
    'Forbidden',
  );
});

test('an erased organization is not found', async () => {
  const [staff, admin] = await Promise.all([newStaff(), newAdmin()]);
  const found = async () =>
    (await staff.call('list-organizations', { query: { search: admin.orgId } })).items.length;
  expect(await found()).toBe(1);
  await admin.call('erase-user', {
    body: { auth_user_id: admin.authUserId, email: admin.email, erase_organization: true },
  });
  expect(await found()).toBe(0);
});
