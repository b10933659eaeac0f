import { expect, test } from 'vitest';
import { nextTime, rateExpression } from './expression.ts';

const after = Date.parse('2026-11-23T10:00:00Z');

test.each([
  ['rate(5 minutes)', '2026-11-23T10:05:00Z'],
  ['rate(1 day)', '2026-11-24T10:00:00Z'],
])('%s fires next at %s', (expression, expected) => {
  expect(nextTime(expression, after, after)).toBe(Date.parse(expected));
});

test('a rate fires at its creation and then at each interval', () => {
  expect(nextTime('rate(1 day)', after, after - 1)).toBe(after);
  expect(nextTime('rate(1 day)', after, after + 86_400_000)).toBe(after + 2 * 86_400_000);
});

test.each([
  'rate(0 minutes)',
  'rate(5 weeks)',
  'cron(0 8 ? * MON *)',
  'at(2026-12-24T18:00:00)',
  'every day',
])('%s is refused', (expression) => {
  expect(rateExpression.test(expression)).toBe(false);
});
