import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { contract, endpointNames } from '#shared/contract/contract.ts';
import { newTrial, type Subscription } from '#shared/subscription.ts';
import { animals, createIndex, firstKey, upload, waitForBuild } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, type Member, newAdmin, newMember, newUser } from './support/people.ts';
import { dynamodb, tableNamed } from './support/stores.ts';
import { send } from './tenancy/send.ts';

const day = 86_400_000;

/** Changes it as the payment provider or time would. */
async function setSubscription({ orgId }: Member, subscription: Subscription) {
  await dynamodb.send(
    new UpdateCommand({
      TableName: tableNamed('Accounts'),
      Key: { pk: `ORG#${orgId}`, sk: 'ORG' },
      UpdateExpression: 'SET subscription = :subscription',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':subscription': subscription },
    }),
  );
}

const subscriptionOf = async ({ call }: Pick<Member, 'call'>) =>
  (await call('get-user', { query: {} })).subscription;

test('an organization begins with a trial of 21 days, which all its members see', async () => {
  const admin = await newAdmin();
  const member = await newMember(admin);
  for (const person of [admin, member]) {
    const trial = await subscriptionOf(person);
    expect(trial).toMatchObject({ status: 'trialing', _isExpired: false, _daysInPeriod: 0 });
    expect(trial!.trial_end! - trial!.current_period_start).toBe(21 * 86_400);
  }
  expect(await subscriptionOf(await newUser())).toBeUndefined();
});

test('without a subscription uploads, builds and queries are refused, and no data is lost', async () => {
  const admin = await newAdmin();
  const key = await upload(admin, 'animals.csv', animals);
  const { item_id } = await createIndex(admin, 'Animals', key);
  await waitForBuild(admin, item_id);
  const apiKey = await firstKey(admin, item_id);
  const params = { index_id: item_id };
  const search = () =>
    anonymous()('query-index', {
      params,
      apiKey,
      body: { request: { conceptFeaturesString: 'whales' } },
    });
  const text = { params, apiKey, body: { request: { query: 'whales' } } };
  await search();

  await setSubscription(admin, newTrial(Date.now() - 22 * day));
  expect(await subscriptionOf(admin)).toMatchObject({ _isExpired: true, _daysInPeriod: 22 });
  const failure = await expectFailure(search(), 'SubscriptionExpired');
  expect(failure.status).toBe(402);
  expect(failure.message).toBe(
    'Your subscription has expired. Please update your payment details to reactivate it.',
  );
  await expectFailure(anonymous()('get-query-vector', text), 'SubscriptionExpired');
  await expectFailure(anonymous()('get-dictionary', text), 'SubscriptionExpired');
  await expectFailure(upload(admin, 'more.csv', animals), 'SubscriptionExpired');
  const { orgId, email } = admin;
  const byTool = { org_id: orgId, email, filename: 'big.csv', filesize: 10 };
  await expectFailure(admin.call('create-cli-upload', { body: byTool }), 'SubscriptionExpired');
  await expectFailure(createIndex(admin, 'More', key), 'SubscriptionExpired');
  const rebuild = admin.call('rebuild-index', { body: { index_id: item_id } });
  await expectFailure(rebuild, 'SubscriptionExpired');
  const stopped = endpointNames.filter((name) => contract[name].access === 'subscriber');
  expect(stopped).toHaveLength(9);
  for (const name of stopped) {
    const { code } = await send(name, { query: {}, body: {} }, admin.idToken);
    expect(code, name).toBe('SubscriptionExpired');
  }
  // What costs nothing for the organization goes on.
  const { items } = await admin.call('list-indexes', { query: {} });
  expect(items.map(({ name }) => name)).toContain('Animals');
  expect(await admin.call('list-index-keys', { query: {} })).toHaveProperty(item_id);
  await admin.call('create-chat-thread');

  await setSubscription(admin, { ...newTrial(Date.now() - 22 * day), status: 'active' });
  expect((await search()).foundItems[0]).toMatchObject({ title: 'Blue whale' });
});
