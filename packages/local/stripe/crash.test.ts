import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { connect, createPrices } from './test-stripe.ts';

const customers = 5;

async function startProcess(dataDir: string) {
  const program = join(import.meta.dirname, 'serve-stripe.ts');
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { port, secretKey } = JSON.parse(String((await once(child.stdout, 'data'))[0]));
  return { child, stripe: connect(port, secretKey) };
}

async function killAfter(child: ChildProcess, milliseconds: number) {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Buys a subscription. Its idempotency keys allow a repetition. */
async function purchase(stripe: Stripe, number: number, price: string) {
  const key = (step: string) => ({ idempotencyKey: `${number} ${step}` });
  const customer = await stripe.customers.create({ name: `Customer ${number}` }, key('customer'));
  const method = await stripe.paymentMethods.attach(
    'pm_card_visa',
    { customer: customer.id },
    key('card'),
  );
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: method.id },
  });
  const items = [{ price }];
  return stripe.subscriptions.create({ customer: customer.id, items }, key('subscription'));
}

test('a process that is killed repeatedly makes every sale and charge once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stripe-crash-'));
  const first = await startProcess(dataDir);
  const { monthly } = await createPrices(first.stripe);
  const numbers = Array.from({ length: customers }, (_, number) => number);
  const purchases = (stripe: Stripe) =>
    Promise.allSettled(numbers.map((number) => purchase(stripe, number, monthly.id)));
  let { child, stripe } = first;
  for (const delayMs of [10, 25, 40, 60]) {
    const buying = purchases(stripe);
    await killAfter(child, delayMs);
    await buying;
    ({ child, stripe } = await startProcess(dataDir));
  }
  await purchases(stripe);
  await killAfter(child, 0);

  // A hundred days later: three renewals each, during which the process is killed.
  writeFileSync(join(dataDir, 'clock'), String(100 * 86_400_000));
  for (const delayMs of [0, 5, 10, 20]) {
    const { child } = await startProcess(dataDir);
    await killAfter(child, delayMs);
  }
  const last = await startProcess(dataDir);
  const { data: subscriptions } = await last.stripe.subscriptions.list({
    status: 'all',
    limit: 100,
  });
  expect(subscriptions).toHaveLength(customers);
  expect(subscriptions.every(({ status }) => status === 'active')).toBe(true);
  expect((await last.stripe.customers.list({ limit: 100 })).data).toHaveLength(customers);
  const invoices = await last.stripe.invoices.list({ limit: 100 });
  expect(invoices.data.map(({ status }) => status)).toEqual(Array(4 * customers).fill('paid'));
  const charges = await last.stripe.charges.list({ limit: 100 });
  expect(charges.data.map(({ status }) => status)).toEqual(Array(4 * customers).fill('succeeded'));
  const events = await last.stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const paid = events.filter(({ type }) => type === 'invoice.paid');
  expect(paid).toHaveLength(4 * customers);
  // Nine processes are started one after the other.
});
