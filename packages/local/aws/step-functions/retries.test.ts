import { expect, test } from 'vitest';
import { readDefinition } from './definition.ts';
import { nextAttempt } from './retries.ts';
import { StateError } from './state-error.ts';

const error = new StateError('A', '');
const Resource = 'arn:aws:lambda:eu-west-1:000000000000:function:work';

/** Pauses before the attempts that a retrier makes, until it gives up. */
function pauses(declared: object): number[] {
  const Retry = [{ ErrorEquals: ['A'], ...declared }];
  const states = { work: { Type: 'Task', Resource, End: true, Retry } };
  const { work } = readDefinition(JSON.stringify({ StartAt: 'work', States: states })).States;
  const retriers = work?.Type === 'Task' ? work.Retry : [];
  const delays: number[] = [];
  for (;;) {
    const attempt = nextAttempt(retriers, new Map([[retriers[0]!, delays.length]]), error);
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

test('with full jitter a pause has any length up to its limit', () => {
  const all = Array.from({ length: 50 }, () => pauses({ JitterStrategy: 'FULL' }));
  expect(new Set(all.flat()).size).toBe(150);
  for (const [first, second, third] of all as [number, number, number][]) {
    expect([first <= 1000, second <= 2000, third <= 4000]).toEqual([true, true, true]);
  }
});
