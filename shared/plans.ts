/**
 * What is sold. Amounts are in minor units (cents of a dollar); prices are found at the payment provider by their
 * lookup keys.
 */
export const plans = {
  Monthly: { amount: 2400, interval: 'month', lookupKey: 'antecede_monthly' },
  Annual: { amount: 24_000, interval: 'year', lookupKey: 'antecede_annual' },
} as const;

export type PlanName = keyof typeof plans;

export const planNames = Object.keys(plans) as PlanName[];

/** The plan that is paid at an interval. */
export const planOfInterval = (interval: 'month' | 'year'): PlanName =>
  interval === 'month' ? 'Monthly' : 'Annual';

/** Cents as the product shows them: `$24.00`, `-$3.50`. */
export function formatCents(cents: number): string {
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  return dollars.format(cents / 100);
}

/** A plan's price for one month, in minor units: the annual price is shown by the month. */
export const monthlyAmount = (plan: PlanName): number =>
  plans[plan].interval === 'year' ? plans[plan].amount / 12 : plans[plan].amount;
