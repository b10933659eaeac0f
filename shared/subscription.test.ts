import { describe, expect, test } from 'vitest';
import {
  displayedStatus,
  expiredReason,
  judgeSubscription,
  newTrial,
  pageBanner,
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

const paused = { pause_collection: { behavior: 'mark_uncollectible' } };

test.each<[string, Partial<Subscription>, string]>([
  ['a trial', {}, 'trialing'],
  ['a paid one', { status: 'active' }, 'active'],
  ['one with a payment due', { status: 'past_due' }, 'Past due'],
  ['an ended one', { status: 'canceled' }, 'canceled'],
  ['an unpaid one', { status: 'unpaid' }, 'unpaid'],
  ['an incomplete one', { status: 'incomplete' }, 'incomplete'],
  ['one that ends', { status: 'active', cancel_at_period_end: true }, 'canceled'],
  ['one that goes on', { status: 'active', cancel_at_period_end: false }, 'active'],
  ['a past due one that ends', { status: 'past_due', cancel_at_period_end: true }, 'canceled'],
  ['a paused one', { status: 'past_due', ...paused }, 'Active'],
  ['a paused one that ends', { ...paused, cancel_at_period_end: true }, 'canceled'],
  [
    'one paused otherwise',
    { status: 'past_due', pause_collection: { behavior: 'void' } },
    'Past due',
  ],
])('%s is shown by its status', (_, changes, shown) => {
  expect(displayedStatus(at(0, changes))).toBe(shown);
});

test('a trial that is over is shown as expired', () => {
  expect(displayedStatus(at(21))).toBe('expired');
});

const dueAfter3 = { kind: 'past-due-without-card', due: 3, left: 18 };

test.each<[number, Partial<Subscription>, object | undefined, object | undefined]>([
  [3, {}, undefined, undefined],
  [21, {}, { kind: 'expired-without-card' }, undefined],
  [3, { status: 'active' }, undefined, undefined],
  [3, { status: 'canceled' }, { kind: 'expired-without-card' }, undefined],
  [3, { status: 'unpaid' }, { kind: 'expired-without-card' }, undefined],
  [3, { status: 'past_due' }, dueAfter3, { kind: 'past-due-with-card' }],
  [21, { status: 'past_due' }, { kind: 'expired-without-card' }, { kind: 'past-due-with-card' }],
  [3, { status: 'past_due', ...paused }, undefined, undefined],
])('after %j days, %j has this banner on its page', (days, changes, withoutCard, withCard) => {
  expect(pageBanner(at(days, changes), false)).toEqual(withoutCard);
  expect(pageBanner(at(days, changes), true)).toEqual(withCard);
});

test.each<[number, Partial<Subscription>, string | undefined]>([
  [20, {}, undefined],
  [21, {}, 'ended'],
  [3, { status: 'canceled' }, 'ended'],
  [3, { status: 'unpaid' }, 'unpaid'],
  [3, { status: 'past_due' }, undefined],
  [21, { status: 'past_due' }, 'unpaid'],
  [21, { status: 'past_due', ...paused }, undefined],
])('after %j days, %j keeps people out as %j', (days, changes, reason) => {
  expect(expiredReason(at(days, changes))).toBe(reason);
});
