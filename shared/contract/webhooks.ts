import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { type WebhookEvent, webhookEventNames, webhookStops } from '#shared/webhooks.ts';
import type { Endpoint } from './endpoint.ts';
import { freeText, id, page, pageQuery, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';

const url = z.string().min(1).max(limits.webhookUrlMaxLength).meta({
  description:
    'A public https address. One that leads into a private network is refused, also when its name does so later',
});
const events = z
  .array(z.enum(webhookEventNames as [WebhookEvent, ...WebhookEvent[]]))
  .min(1)
  .meta({ description: 'What is sent there' });

const webhook = z
  .object({
    webhook_id: id,
    url,
    about: z.string(),
    events,
    created_at: timestamp,
    stopped: z.enum(webhookStops).optional().meta({
      description:
        'Why nothing is sent: an admin switched it off, every delivery failed for five days, or the receiver answered 410',
    }),
    failing_since: timestamp.optional().meta({
      description: 'Since when no delivery has succeeded; absent if the last one did',
    }),
    former_secret_until: timestamp.optional().meta({
      description: 'Until when deliveries are signed with the former secret, too',
    }),
  })
  .meta({ id: 'Webhook', description: 'An address to which events of an organization are sent' });

export type Webhook = z.output<typeof webhook>;

const secret = z.string().meta({
  description:
    'Signs each delivery, as Standard Webhooks say: the header `webhook-signature` has `v1,` and the HMAC-SHA-256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by dots. The key is what follows `whsec_`, in base64. It is shown once',
});

const delivery = z
  .object({
    delivery_id: id.meta({ description: 'Also the header `webhook-id`, the same in each try' }),
    event: z.string(),
    created_at: timestamp,
    status: z.enum(['waiting', 'delivered', 'failed']),
    tries: z.number().int(),
    tried_at: timestamp.optional(),
    next_at: timestamp.optional().meta({ description: 'When it is tried again' }),
    answer: z.string().optional().meta({
      description: 'What came of the last try: the status of the answer, or why there was none',
    }),
    payload: z.string().meta({ description: 'The body, JSON' }),
  })
  .meta({ id: 'WebhookDelivery' });

export type WebhookDelivery = z.output<typeof delivery>;

const params = z.object({ webhook_id: id });
const shared = { access: 'admin', tag: 'Webhooks' } as const;

/** Events of an organization, sent to its own servers. */
export const webhooks = {
  'list-webhooks': {
    ...shared,
    method: 'GET',
    path: '/api/webhooks',
    summary: 'Lists the webhooks of the organization, the last one first.',
    output: z.object({ items: z.array(webhook) }),
  },
  'create-webhook': {
    ...shared,
    method: 'POST',
    path: '/api/webhooks',
    summary: 'Adds a webhook, and answers with its secret, once.',
    body: onlyMembers({ url, events, about: freeText(limits.webhookAboutMaxLength).default('') }),
    repeatable: true,
    output: z.object({ webhook, secret }),
    errors: ['WebhookUrlRefused', 'WebhookLimitReached'],
  },
  'update-webhook': {
    ...shared,
    method: 'PATCH',
    path: '/api/webhooks/{webhook_id}',
    summary: 'Changes address, events or note of a webhook, or switches it off or on.',
    params,
    body: onlyMembers({
      url: url.optional(),
      events: events.optional(),
      about: freeText(limits.webhookAboutMaxLength).optional(),
      is_on: z.boolean().optional(),
    }),
    output: webhook,
    errors: ['NotFound', 'WebhookUrlRefused'],
  },
  'delete-webhook': {
    ...shared,
    method: 'DELETE',
    path: '/api/webhooks/{webhook_id}',
    summary: 'Deletes a webhook with its deliveries.',
    params,
    output: z.object({}),
    errors: ['NotFound'],
  },
  'rotate-webhook-secret': {
    ...shared,
    method: 'POST',
    path: '/api/webhooks/{webhook_id}/secret',
    summary:
      'Makes a new secret. For a day, deliveries are signed with the former one, too: replace it meanwhile.',
    params,
    output: z.object({ webhook, secret }),
    errors: ['NotFound', 'TooManyAttempts'],
  },
  'list-webhook-deliveries': {
    ...shared,
    method: 'GET',
    path: '/api/webhooks/{webhook_id}/deliveries',
    summary: 'Lists what was sent, or will be, newest first. It is kept for 30 days.',
    params,
    query: z.object(pageQuery),
    output: page(delivery),
    errors: ['NotFound'],
  },
  'try-webhook': {
    ...shared,
    method: 'POST',
    path: '/api/webhooks/{webhook_id}/try',
    summary: 'Sends an event of the type `webhook.test`.',
    params,
    output: delivery,
    errors: ['NotFound', 'WebhookStopped', 'TooManyAttempts'],
  },
  'redeliver-webhook': {
    ...shared,
    method: 'POST',
    path: '/api/webhooks/{webhook_id}/deliveries/{delivery_id}',
    summary: 'Sends a delivery again, with all its tries.',
    params: z.object({ webhook_id: id, delivery_id: id }),
    output: delivery,
    errors: ['NotFound', 'WebhookStopped', 'TooManyAttempts'],
  },
} as const satisfies Record<string, Endpoint>;
