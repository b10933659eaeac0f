/** Webhooks against receivers that answer, fail, lead elsewhere and go away. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebhookDelivery } from '#shared/contract/webhooks.ts';
import type { WebhookEvent } from '#shared/webhooks.ts';
import { signIn, waitForMail } from '#tests/api/support/cognito.ts';
import { animals, createIndex, upload, waitForBuild } from '#tests/api/support/datasets.ts';
import { expectFailure } from '#tests/api/support/expect-failure.ts';
import { clientAt, type Member, newAdminAt } from '#tests/api/support/people.ts';
import { advanceClock, readClock } from '#tests/support/clock.ts';
import { type Received, type Receiver, startReceiver } from '#tests/support/receiver.ts';
import { close, type Stack, startStack } from '#tests/support/stack.ts';
import { waitFor } from '#tests/support/wait-for.ts';

let stack: Stack;
let receiver: Receiver;
/** What a path answers; 200 if nobody says. */
const answers = new Map<string, (message: Received) => number>();
const origin = () => stack.origin;
const newAdmin = () => newAdminAt(origin());

beforeAll(async () => {
  stack = await startStack();
  receiver = await startReceiver((message) => answers.get(message.path)?.(message) ?? 200);
});
afterAll(async () => {
  receiver.close();
  await close(stack);
});

const create = ({ call }: Member, path: string, events: WebhookEvent[] = ['index.ready']) =>
  call('create-webhook', { body: { url: `${receiver.url}${path}`, events } });
const at = (path: string) => receiver.received.filter((message) => message.path === path);
const signatureOf = ({ headers, body }: Received, secret: string) => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};
const deliveriesOf = async ({ call }: Member, webhook_id: string) =>
  (await call('list-webhook-deliveries', { params: { webhook_id }, query: {} })).items;

/** Sets the clock forward, and signs the person in again: a token lasts for an hour. */
async function wait(member: Member, duration: string): Promise<void> {
  await advanceClock(origin(), duration);
  const { IdToken } = await signIn(origin(), member);
  member.call = clientAt(origin(), IdToken);
}

/**
 * Waits until all deliveries of a webhook have a status, and gives them, the newest first. The clock goes to the next
 * try only once all wait for it: while one is being sent it stands, or days would pass on a slow machine.
 */
const waitForDeliveries = (member: Member, webhookId: string, wanted: WebhookDelivery['status']) =>
  waitFor(`deliveries that are ${wanted}`, async () => {
    const deliveries = await deliveriesOf(member, webhookId);
    const others = deliveries.filter(({ status }) => status !== wanted);
    if (others.length === 0) return deliveries;
    const now = await readClock(origin());
    const pauses = others.map(({ next_at = '' }) => Date.parse(next_at) - now.getTime());
    const seconds = Math.ceil(Math.min(...pauses) / 1000);
    if (pauses.every((pause) => pause > 0)) await wait(member, `${seconds}s`);
    return undefined;
  });

test('events of an organization arrive signed, and a new secret signs beside the former one', async () => {
  const admin = await newAdmin();
  const { webhook, secret } = await create(admin, '/signed', ['index.ready', 'index.failed']);
  expect(webhook).not.toHaveProperty('secret');
  const key = await upload(admin, 'animals.csv', animals);
  const { item_id } = await createIndex(admin, 'Animals', key);
  const { rows } = await waitForBuild(admin, item_id);
  const first = await waitFor('index.ready', async () => at('/signed')[0]);
  expect(JSON.parse(first.body)).toEqual({
    type: 'index.ready',
    timestamp: expect.any(String),
    data: { index_id: item_id, index: 'Animals', rows, rejected_rows: 0 },
  });
  expect(first.headers['webhook-signature']).toBe(signatureOf(first, secret));

  const params = { webhook_id: webhook.webhook_id };
  const rotated = await admin.call('rotate-webhook-secret', { params });
  await admin.call('try-webhook', { params });
  const second = await waitFor('a test', async () => at('/signed')[1]);
  expect(second.headers['webhook-signature']).toBe(
    `${signatureOf(second, rotated.secret)} ${signatureOf(second, secret)}`,
  );
  await wait(admin, '25h');
  await admin.call('try-webhook', { params });
  const third = await waitFor('another test', async () => at('/signed')[2]);
  expect(third.headers['webhook-signature']).toBe(signatureOf(third, rotated.secret));
});

test('a receiver that fails half of the time gets everything, and each with one id', async () => {
  const admin = await newAdmin();
  let calls = 0;
  // In an order that depends on nothing but the number of calls: failures come in runs, too.
  answers.set('/half', () => {
    calls += 1;
    return Math.imul(calls, 2_654_435_761) >>> 31 ? 500 : 204;
  });
  const { webhook } = await create(admin, '/half');
  const params = { webhook_id: webhook.webhook_id };
  const sent = 40;
  for (let i = 0; i < sent; i++) await admin.call('try-webhook', { params });
  const all = await waitForDeliveries(admin, webhook.webhook_id, 'delivered');
  expect(all).toHaveLength(sent);
  const ids = new Set(at('/half').map(({ headers }) => headers['webhook-id']));
  expect(ids).toEqual(new Set(all.map(({ delivery_id }) => delivery_id)));
  expect(calls).toBeGreaterThan(sent);
  expect((await admin.call('list-webhooks')).items[0]).not.toHaveProperty('failing_since');
});

test('redirects are not followed, and what failed for good is sent again by hand', async () => {
  const admin = await newAdmin();
  answers.set('/moved', () => 302);
  const { webhook } = await create(admin, '/moved');
  const params = { webhook_id: webhook.webhook_id };
  await admin.call('try-webhook', { params });
  const [failed] = await waitForDeliveries(admin, webhook.webhook_id, 'failed');
  expect(failed).toMatchObject({ tries: 16, answer: '302' });
  expect(at('/elsewhere')).toEqual([]);
  answers.delete('/moved');
  const { delivery_id } = failed!;
  await admin.call('redeliver-webhook', { params: { ...params, delivery_id } });
  const [delivered] = await waitForDeliveries(admin, webhook.webhook_id, 'delivered');
  expect(delivered).toMatchObject({ delivery_id, tries: 1 });
});

test('a receiver that is gone, and one that fails for five days, is switched off and told of', async () => {
  const admin = await newAdmin();
  answers.set('/gone', () => 410);
  answers.set('/down', () => 503);
  const gone = (await create(admin, '/gone')).webhook;
  const down = (await create(admin, '/down')).webhook;
  const stateOf = async (id: string) =>
    (await admin.call('list-webhooks')).items.find(({ webhook_id }) => webhook_id === id)?.stopped;
  await admin.call('try-webhook', { params: { webhook_id: gone.webhook_id } });
  await waitFor('the end', async () => (await stateOf(gone.webhook_id)) === 'gone');
  await waitForMail(origin(), admin.email, /webhook was switched off/);
  await expectFailure(
    admin.call('try-webhook', { params: { webhook_id: gone.webhook_id } }),
    'WebhookStopped',
  );
  await admin.call('try-webhook', { params: { webhook_id: down.webhook_id } });
  await waitFor('the first failure', async () => at('/down').length > 0);
  await wait(admin, '5d');
  await admin.call('try-webhook', { params: { webhook_id: down.webhook_id } });
  await waitFor('the switch', async () => (await stateOf(down.webhook_id)) === 'failing');
  const on = await admin.call('update-webhook', {
    params: { webhook_id: down.webhook_id },
    body: { is_on: true },
  });
  expect(on).not.toHaveProperty('stopped');
  expect(on).not.toHaveProperty('failing_since');
});

test('webhooks are those of one organization, lead to public addresses, and are ten at most', async () => {
  const admin = await newAdmin();
  const body = { url: 'https://10.0.0.1/', events: ['index.ready' as const] };
  await expectFailure(admin.call('create-webhook', { body }), 'WebhookUrlRefused');
  const { webhook } = await create(admin, '/own');
  const params = { webhook_id: webhook.webhook_id };
  await expectFailure(
    admin.call('update-webhook', { params, body: { url: 'http://metadata.test/' } }),
    'WebhookUrlRefused',
  );
  const other = await newAdmin();
  await expectFailure(other.call('delete-webhook', { params }), 'NotFound');
  for (let i = 1; i < 10; i++) await create(admin, '/own');
  await expectFailure(create(admin, '/own'), 'WebhookLimitReached');
  await admin.call('delete-webhook', { params });
  await create(admin, '/own');
  const actions = (await admin.call('list-audit', { query: {} })).items.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['webhook.created', 'webhook.deleted']));
});
