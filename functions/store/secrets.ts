/** Secrets that the operator sets. They are read once per function instance and never logged. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { secretArn } from '#functions/runtime/config.ts';

const stripeSecret = z.object({
  /** `sk_…`, or a restricted key. Empty until the operator has set it. */
  secretKey: z.string(),
  /** `whsec_…`: signs the events that Stripe sends to this installation. */
  webhookSecret: z.string(),
});

export type StripeSecret = z.output<typeof stripeSecret>;

const client = new SecretsManagerClient({});
let reading: Promise<StripeSecret> | undefined;

/** The keys of the payment provider. A failed reading is tried again by the next call. */
export function readStripeSecret(): Promise<StripeSecret> {
  reading ??= read().catch((error) => {
    reading = undefined;
    throw error;
  });
  return reading;
}

async function read(): Promise<StripeSecret> {
  const { SecretString = '{}' } = await client.send(
    new GetSecretValueCommand({ SecretId: secretArn('secretsmanager:GetSecretValue Stripe') }),
  );
  return stripeSecret.parse(JSON.parse(SecretString));
}
