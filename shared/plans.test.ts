import { expect, test } from 'vitest';
import { formatCents, monthlyAmount, planNames, planOfInterval, plans } from './plans.ts';

test('prices are 24 dollars a month, or 240 a year, shown as 20 a month', () => {
  expect(planNames).toEqual(['Monthly', 'Annual']);
  expect(planNames.map((plan) => plans[plan].amount)).toEqual([2400, 24_000]);
  expect(planNames.map((plan) => formatCents(monthlyAmount(plan)))).toEqual(['$24.00', '$20.00']);
});

test('a plan is known by its interval', () => {
  for (const plan of planNames) expect(planOfInterval(plans[plan].interval)).toBe(plan);
});

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [2400, '$24.00'],
  [123_456_789, '$1,234,567.89'],
  [-350, '-$3.50'],
])('%j cents are shown as %s', (cents, shown) => {
  expect(formatCents(cents)).toBe(shown);
});
