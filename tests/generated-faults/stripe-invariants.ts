/** What holds between the payment provider and the table, after any failures. */
import type Stripe from 'stripe';
import { type Item, readStripe } from './stored.ts';

const isLive = ({ status }: Stripe.Subscription) =>
  status !== 'canceled' && status !== 'incomplete_expired';

function groups<T>(items: readonly T[], by: (item: T) => string): [string, T[]][] {
  return Object.entries(Object.groupBy(items, by)) as [string, T[]][];
}

/**
 * Nobody is charged twice, nobody is a customer twice, and the table has the provider's state.
 * @param items of all tables
 */
export function brokenBilling(items: readonly Item[]): string[] {
  const broken: string[] = [];
  const everybody = readStripe('customer') as unknown as (
    | Stripe.Customer
    | Stripe.DeletedCustomer
  )[];
  const customers = everybody.filter((customer) => !customer.deleted);
  for (const [orgId, own] of groups(customers, ({ metadata }) => metadata.org_id!)) {
    const ids = own.map(({ id }) => id);
    if (ids.length > 1) broken.push(`${orgId} is a customer ${ids.length} times: ${ids}`);
    const billing = items.find(({ pk, sk }) => pk === `ORG#${orgId}` && sk === 'BILLING');
    if (billing?.stripe_customer_id !== ids[0])
      broken.push(`${orgId} has the customer ${billing?.stripe_customer_id}, not ${ids[0]}`);
  }

  const live = (readStripe('subscription') as unknown as Stripe.Subscription[]).filter(isLive);
  for (const [customer, own] of groups(live, (one) => String(one.customer)))
    if (own.length > 1) broken.push(`${customer} has ${own.length} live subscriptions`);
  const organizations = items.filter(({ sk }) => sk === 'ORG');
  for (const { id, status, customer, cancel_at_period_end } of live) {
    const { org_id } = customers.find((one) => one.id === customer)!.metadata;
    const stored = organizations.find(({ item_id }) => item_id === org_id)?.subscription as Item;
    const told = { id, status, cancel_at_period_end };
    for (const [name, value] of Object.entries(told))
      if (stored?.[name] !== value)
        broken.push(`${org_id} has ${name} ${stored?.[name]} of ${id}, not ${value}`);
  }

  const invoices = (readStripe('invoice') as unknown as Stripe.Invoice[]).filter(
    ({ status, amount_paid }) => status === 'paid' && amount_paid > 0,
  );
  for (const [period, own] of groups(
    invoices,
    ({ customer, period_start, period_end }) => `${customer} from ${period_start} to ${period_end}`,
  ))
    if (own.length > 1) broken.push(`${period} paid ${own.length} invoices`);
  const charges = (readStripe('charge') as unknown as Stripe.Charge[]).filter(
    ({ status }) => status === 'succeeded',
  );
  const paid = invoices.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
  const charged = charges.reduce((sum, { amount }) => sum + amount, 0);
  if (charged !== paid) broken.push(`${charged} was charged for invoices of ${paid}`);
  return broken;
}
