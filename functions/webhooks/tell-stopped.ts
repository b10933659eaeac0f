import { mailAdmins } from '#functions/people/index.ts';
import type { WebhookRecord } from './webhooks.ts';

/** Tells the admins that nothing is sent to a webhook any more. */
export const tellStopped = (
  { org_id, webhook_id, url }: WebhookRecord,
  why: 'failing' | 'gone',
  now: Date,
): Promise<void> =>
  // On another day it may stop again, after somebody has switched it on.
  mailAdmins(org_id, `webhook-stopped/${webhook_id}/${now.toISOString().slice(0, 10)}`, {
    template: 'webhook-stopped',
    data: { host: new URL(url).host, why },
  });
