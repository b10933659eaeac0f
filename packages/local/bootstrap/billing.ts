import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import type { openSecretsManager } from '#local/aws/secrets-manager/secrets-manager.ts';
import { setUpBilling } from '#ops/billing/set-up.ts';

const secretName = 'antecede-local-stripe';

interface Connection {
  /** Key of the local or the real Stripe. */
  secretKey: string;
  /** Address of the local Stripe; absent if the real one is used. */
  endpoint?: string;
  /** Address that the local Stripe sends its events to. */
  origin: string;
  dataDir: string;
  secrets: Pick<ReturnType<typeof openSecretsManager>, 'has' | 'set'>;
}

/**
 * Connects the local cloud to Stripe, like the operator of a deployed environment. The real Stripe cannot send
 * events to this machine, so changes show only when a page asks for them.
 */
export async function connectBilling(connection: Connection): Promise<void> {
  const { secretKey, endpoint, origin, dataDir, secrets } = connection;
  // Apps of tests may have no secret, because they sell nothing.
  if (!secrets.has(secretName)) return;
  if (!endpoint) return secrets.set(secretName, { secretKey, webhookSecret: '' });
  const file = join(dataDir, 'stripe-webhook-secret');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  const { hostname, port } = new URL(endpoint);
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
  });
  const { webhookSecret } = await setUpBilling(stripe, origin, known);
  if (webhookSecret !== known) {
    await writeFile(`${file}.new`, webhookSecret, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  secrets.set(secretName, { secretKey, webhookSecret });
}
