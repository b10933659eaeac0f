import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '#local/build/steps.ts';
import { serveStripe } from '#local/stripe/serve-stripe.ts';
import { setUpPrices } from '#ops/billing/set-up.ts';

interface Result {
  code: number;
  output: string;
}

/** Runs `npm run billing -- …`. */
const run = (args: readonly string[], env: Record<string, string | undefined>): Promise<Result> =>
  new Promise((resolve) => {
    const program = join(projectRoot, 'ops/billing/main.ts');
    const options = { env: { PATH: process.env.PATH, ...env } };
    execFile(process.execPath, ['--no-warnings', program, ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, output: out + err }),
    );
  });

test('staff who hold the key pause and resume a subscription; nobody else does', async () => {
  const local = await serveStripe(mkdtempSync(join(tmpdir(), 'billing-')));
  local.resume();
  onTestFinished(local.close);
  const { secretKey, port, origin } = local;
  const stripe = new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http' });
  await setUpPrices(stripe);
  const customer = await stripe.customers.create();
  const [price] = (await stripe.prices.list({ lookup_keys: ['antecede_monthly'] })).data;
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price!.id }],
    trial_end: Math.floor(Date.now() / 1000) + 5 * 86_400,
  });
  const staff = { STRIPE_SECRET_KEY: secretKey, STRIPE_ENDPOINT: origin };
  const behavior = async () =>
    (await stripe.subscriptions.retrieve(subscription.id)).pause_collection?.behavior;

  const stranger = { ...staff, STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' };
  for (const env of [stranger, { ...staff, STRIPE_SECRET_KEY: undefined }]) {
    expect((await run(['pause', subscription.id], env)).code).not.toBe(0);
  }
  expect(await behavior()).toBeUndefined();

  const paused = await run(['pause', subscription.id], staff);
  expect(paused).toEqual({ code: 0, output: `${subscription.id}: paused.\n` });
  expect(await behavior()).toBe('mark_uncollectible');
  expect((await run(['pause', subscription.id], staff)).code).toBe(0);
  expect((await run(['resume', subscription.id], staff)).code).toBe(0);
  expect(await behavior()).toBeUndefined();

  const unknown = await run(['pause', 'sub_none'], staff);
  expect(unknown.code).toBe(1);
  expect(unknown.output).toContain("No such subscription: 'sub_none'");
  expect(unknown.output).not.toContain(secretKey);
});
