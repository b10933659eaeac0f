/** Webhooks: made with a secret that is shown once, and looked after by what was sent. */
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Webhook, WebhookDelivery } from '#shared/contract/webhooks.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, signIn } from './support/open-page.tsx';
import { answer, requestsTo } from './support/server.ts';

beforeEach(signIn);

const at = '2026-11-02T03:04:05Z';
const webhook: Webhook = {
  webhook_id: 'whk_1',
  url: 'https://hooks.example.com/antecede?token=1234567890abcdefghijklmnopqrstuvwxyz',
  about: 'The build server',
  events: ['index.ready', 'index.failed'],
  created_at: at,
  failing_since: at,
};
const delivery: WebhookDelivery = {
  delivery_id: 'msg_1',
  event: 'index.ready',
  created_at: at,
  status: 'waiting',
  tries: 3,
  tried_at: at,
  next_at: at,
  answer: '503',
  payload: JSON.stringify({ type: 'index.ready', timestamp: at, data: { index: 'Whales' } }),
};

test('an admin adds a webhook and is shown its secret, once', async () => {
  answer('list-webhooks', { output: { items: [] } });
  answer('create-webhook', { output: { webhook, secret: 'whsec_c2VjcmV0' } });
  const page = await openPage('/webhooks');
  await userEvent.click(page.getByRole('button', { name: 'Add webhook' }));
  await userEvent.fill(page.getByLabelText('Address'), ` ${webhook.url} `);
  await userEvent.click(page.getByRole('checkbox', { name: /queries of a day/ }));
  await userEvent.click(page.getByRole('button', { name: 'Add', exact: true }));
  await expect.element(page.getByText('whsec_c2VjcmV0')).toBeVisible();
  expect(requestsTo('create-webhook')[0]?.body).toEqual({
    url: webhook.url,
    about: '',
    events: ['index.ready', 'index.failed', 'report.ready', 'alert.found'],
  });
  await userEvent.click(page.getByRole('button', { name: 'I have stored it' }));
  await expect.element(page.getByText('whsec_c2VjcmV0')).not.toBeInTheDocument();
});

test('a webhook tells since when it fails, what was sent, and sends it again', async () => {
  answer('list-webhooks', { output: { items: [webhook] } });
  answer('list-webhook-deliveries', { output: { items: [delivery] } });
  const page = await openPage('/webhooks');
  await expect.element(page.getByText(/Failing since/)).toBeVisible();
  await expect.element(page.getByText(/3 tries, last answer: 503, next/)).toBeVisible();
  await expectNoViolations();
  await userEvent.click(page.getByRole('button', { name: /^Content of index.ready/ }));
  await expect.element(page.getByText(/"index": "Whales"/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(page.getByRole('button', { name: /^Send again/ }));
  await expect.poll(() => requestsTo('redeliver-webhook')).toHaveLength(1);
});
