/** Secrets and signatures as Standard Webhooks 1.0 define them (standardwebhooks.com). */
import { createHmac, randomBytes } from 'node:crypto';
import { decryptText, encryptText } from '#core/storage/encryption.ts';
import type { WebhookRecord } from './webhooks.ts';

const prefix = 'whsec_';

type Owner = Pick<WebhookRecord, 'org_id' | 'webhook_id'>;
const ownerOf = ({ org_id, webhook_id }: Owner) => ({ org: org_id, index: webhook_id });

/** A secret of 32 random bytes, and how it is stored. */
export async function newSecret(owner: Owner): Promise<{ secret: string; stored: Uint8Array }> {
  const secret = `${prefix}${randomBytes(32).toString('base64')}`;
  return { secret, stored: await encryptText(secret, ownerOf(owner)) };
}

/** The secrets that sign now: also the one before, until its time is over. */
export async function secretsOf(webhook: WebhookRecord, now: Date): Promise<string[]> {
  const { secret, former_secret, former_secret_until = '' } = webhook;
  const signs = former_secret && former_secret_until > now.toISOString();
  const stored = signs ? [secret, former_secret] : [secret];
  return Promise.all(stored.map((one) => decryptText(one, ownerOf(webhook))));
}

/** Headers that tell the receiver that a body comes from us, and that it is not an old one sent again. */
export function signatureHeaders(
  deliveryId: string,
  body: string,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    const signed = `${deliveryId}.${timestamp}.${body}`;
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
