import { describe, expect, test } from 'vitest';
import {
  judgeSubscription,
  newTrial,
  pastDueDays,
  type Subscription,
  trialDaysToWarnOf,
} from './subscription.ts';

const start = Date.UTC(2026, 0, 1);
const day = 86_400_000;
const at = (days: number, changes: Partial<Subscription> = {}) =>
  judgeSubscription({ ...newTrial(start), ...changes }, start + days * day);

describe('a trial', () => {
  test('lasts 21 days to the second', () => {
    expect(at(0)).toMatchObject({ _isExpired: false, _daysInPeriod: 0 });
    expect(at(21 - 1e-5)._isExpired).toBe(false);
    expect(at(21)._isExpired).toBe(true);
  });

  test.each([
    [0, undefined],
    [15, undefined],
    [15.9, undefined],
    [16, 5],
    [20, 1],
    [20.9, 1],
    [21, undefined],
  ])('after %j days warns of %j', (days, warned) => {
    expect(trialDaysToWarnOf(at(days))).toBe(warned);
  });

  test('can be prolonged by the provider', () => {
    expect(at(25, { trial_end: start / 1000 + 30 * 86_400 })._isExpired).toBe(false);
  });
});

describe('a payment that is due', () => {
  const status = 'past_due';
  test('leaves 21 days', () => {
    expect(pastDueDays(at(3, { status }))).toEqual({ due: 3, left: 18 });
    expect(at(20, { status })._isExpired).toBe(false);
    expect(pastDueDays(at(20, { status }))).toEqual({ due: 20, left: 1 });
    expect(at(21, { status })._isExpired).toBe(true);
    expect(pastDueDays(at(21, { status }))).toBeUndefined();
  });

  test('is waived while payment is paused', () => {
    const pause_collection = { behavior: 'mark_uncollectible' };
    expect(at(90, { status, pause_collection })._isExpired).toBe(false);
    expect(pastDueDays(at(3, { status, pause_collection }))).toBeUndefined();
    expect(at(90, { status, pause_collection: { behavior: 'void' } })._isExpired).toBe(true);
  });
});

test.each([
  ['active', false],
  ['canceled', true],
  ['unpaid', true],
  ['incomplete', true],
])('%s is expired: %j', (status, expired) => {
  expect(at(400, { status })._isExpired).toBe(expired);
  expect(trialDaysToWarnOf(at(18, { status }))).toBeUndefined();
});
