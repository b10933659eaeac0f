import { expect, test } from 'vitest';
import { nextDue } from './due-times.ts';

test.each([
  ['daily', '2026-11-26T05:59:59.000Z', '2026-11-26T06:00:00.000Z'],
  ['daily', '2026-11-26T06:00:00.000Z', '2026-11-27T06:00:00.000Z'],
  ['daily', '2026-12-31T23:00:00.000Z', '2027-01-01T06:00:00.000Z'],
  // A Thursday, and a Monday before and after six.
  ['weekly', '2026-11-26T12:00:00.000Z', '2026-11-30T06:00:00.000Z'],
  ['weekly', '2026-11-30T05:00:00.000Z', '2026-11-30T06:00:00.000Z'],
  ['weekly', '2026-11-30T06:00:00.000Z', '2026-12-07T06:00:00.000Z'],
] as const)('a %s alert after %s is due at %s', (frequency, now, due) => {
  expect(nextDue(frequency, new Date(now))?.toISOString()).toBe(due);
});

test('no clock decides about alerts of deliveries', () => {
  expect(nextDue('delivery', new Date())).toBeUndefined();
  expect(nextDue('never', new Date())).toBeUndefined();
});
