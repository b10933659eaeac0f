/**
 * Secrets that the operator sets: encrypted parameters of Systems Manager, each a text of JSON. Each function instance reads
 * them every few minutes, and never logs them.
 */

import * as z from 'zod';
import { secretName } from '#core/runtime/config.ts';
import { readParameter } from './read-parameter.ts';

const stripeSecret = z.object({
  /** `sk_…`, or a restricted key. Empty until the operator has set it. */
  secretKey: z.string().default(''),
  /** `whsec_…`: signs the events that Stripe sends to this installation. */
  webhookSecret: z.string().default(''),
});

export type StripeSecret = z.output<typeof stripeSecret>;

const openAiSecret = z.object({
  /** `sk-…`. Empty until the operator has set it. */
  apiKey: z.string().default(''),
});

const reportModelSecret = z.object({
  /** Key of the models that judge reports. Absent or empty until the operator has set it. */
  reportsApiKey: z.string().default(''),
});

const canarySecret = z.object({
  /** `ak_…`, a key of the index that the canary searches. Empty until the operator has set it. */
  apiKey: z.string().default(''),
});

/** The keys of the payment provider. */
export const readStripeSecret: () => Promise<StripeSecret> = /* @__PURE__ */ secretReader(
  () => secretName('ssm:GetParameter Stripe'),
  stripeSecret,
);

/** The key of the assistant's model. */
export const readOpenAiSecret: () => Promise<z.output<typeof openAiSecret>> =
  /* @__PURE__ */ secretReader(() => secretName('ssm:GetParameter OpenAI'), openAiSecret);

const readReportModelSecret: () => Promise<z.output<typeof reportModelSecret>> =
  /* @__PURE__ */ secretReader(() => secretName('ssm:GetParameter OpenAI'), reportModelSecret);

/** The key of the models that judge reports; empty without one. */
export const readReportModelKey = async () => (await readReportModelSecret()).reportsApiKey;

const embedderSecret = z.object({
  /** Key of the model that embeds texts. Absent or empty until the operator has set it. */
  embedderApiKey: z.string().default(''),
});

const readEmbedderSecret: () => Promise<z.output<typeof embedderSecret>> =
  /* @__PURE__ */ secretReader(() => secretName('ssm:GetParameter OpenAI'), embedderSecret);

/** The key of the model that embeds texts; empty without one. */
export const readEmbedderKey = async () => (await readEmbedderSecret()).embedderApiKey;

/** The key with which the canary searches. */
export const readCanarySecret: () => Promise<z.output<typeof canarySecret>> =
  /* @__PURE__ */ secretReader(() => secretName('ssm:GetParameter Canary'), canarySecret);

/**
 * Milliseconds for which a secret is known. The provider accepts an old key for longer than that after a new one is stored,
 * so a key is changed without a refused request.
 */
const knownMs = 5 * 60_000;

/**
 * A reading that found only what is there before the operator has set it is made again by the next call, and so is a first
 * one that failed. Where a later one fails, what was known is used for as long again.
 */
function secretReader<T extends Record<string, string>>(
  name: () => string,
  schema: z.ZodType<T>,
): () => Promise<T> {
  let reading: Promise<T> | undefined;
  let readAt = 0;
  const read = async () => {
    const secret = schema.parse(JSON.parse((await readParameter(name())) ?? '{}'));
    if (Object.values(secret).every((value) => value === '')) reading = undefined;
    return secret;
  };
  return () => {
    if (reading && Date.now() - readAt < knownMs) return reading;
    const known = reading;
    readAt = Date.now();
    reading = read().catch((error) => {
      if (known) return known;
      reading = undefined;
      throw error;
    });
    return reading;
  };
}
