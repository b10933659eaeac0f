import { expect, test } from 'vitest';
import type { Retrier, State } from './definition.ts';
import { StateError } from './json-path.ts';
import { nextAttempt } from './recovery.ts';

const error = new StateError('A', '');
/** Pauses before the attempts that a retrier makes, until it gives up. */
function pauses(retrier: Partial<Retrier>): number[] {
  const state: State = { Type: 'Task', Retry: [{ ErrorEquals: ['A'], ...retrier }] };
  const delays: number[] = [];
  for (;;) {
    const attempt = nextAttempt(state, [delays.length], error);
    if (!attempt) return delays;
    delays.push(attempt.delayMs);
  }
}

test('pauses grow from attempt to attempt up to their limit', () => {
  expect(pauses({})).toEqual([1000, 2000, 4000]);
  expect(
    pauses({ IntervalSeconds: 5, BackoffRate: 3, MaxAttempts: 4, MaxDelaySeconds: 60 }),
  ).toEqual([5000, 15_000, 45_000, 60_000]);
  expect(pauses({ MaxAttempts: 0 })).toEqual([]);
});

test('with full jitter a pause is anything up to what it would be', () => {
  const all = Array.from({ length: 50 }, () => pauses({ JitterStrategy: 'FULL' }));
  expect(new Set(all.flat()).size).toBe(150);
  for (const [first, second, third] of all as [number, number, number][]) {
    expect([first <= 1000, second <= 2000, third <= 4000]).toEqual([true, true, true]);
  }
});
