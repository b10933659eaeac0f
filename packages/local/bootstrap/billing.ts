import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import type { ParametersService } from '#local/aws/ssm/ssm.ts';
import { setUpBilling } from '#ops/billing/set-up.ts';

const parameterName = 'antecede-local-stripe';

interface Connection {
  /** Key of the local or the real Stripe. */
  secretKey: string;
  /** Address of the local Stripe; absent if the real one is used. */
  endpoint?: string;
  /** Address that the local Stripe sends its events to. */
  origin: string;
  dataDir: string;
  parameters: Pick<ParametersService, 'set'>;
}

/**
 * Connects the local cloud to Stripe, like the operator of a deployed environment. The real Stripe cannot send
 * events to this machine, so changes show only when a page asks for them.
 */
export async function connectBilling(connection: Connection): Promise<void> {
  const { secretKey, endpoint, origin, dataDir, parameters } = connection;
  if (!endpoint) return parameters.set(parameterName, { secretKey, webhookSecret: '' });
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
  parameters.set(parameterName, { secretKey, webhookSecret });
}
