import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { setUpBilling } from '#billing/set-up.ts';
import type { openSecretsManager } from '#local/aws/secrets-manager/secrets-manager.ts';

const secretName = 'antecede-local-stripe';

interface Connection {
  /** Of the local Stripe, or of a real one. */
  secretKey: string;
  /** Of the local Stripe; absent where the real one is used. */
  endpoint?: string;
  /** Where the local Stripe sends its events. */
  origin: string;
  dataDir: string;
  secrets: Pick<ReturnType<typeof openSecretsManager>, 'has' | 'set'>;
}

/**
 * Connects an installation with its Stripe, as the operator of a deployed one does. The real Stripe does not reach
 * this machine: without its events, changes show when a page asks for them.
 */
export async function connectBilling(connection: Connection): Promise<void> {
  const { secretKey, endpoint, origin, dataDir, secrets } = connection;
  // The test apps of this room sell nothing.
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
