import { expect, inject, test } from 'vitest';
import { origin } from '#tests/api/support/people.ts';
import { assemblyOf } from '#tests/support/stack.ts';
import { firstCalls } from './plan-faults.ts';
import { seed, ucids, walkWithFaults } from './walk-with-faults.ts';

test('nothing is lost or half done when the first call of each function fails', async () => {
  const { functions } = await assemblyOf({ origin: origin(), client: inject('installation') });
  const faults = firstCalls(
    functions.map(({ name }) => name),
    seed,
  );
  const { met, broken } = await walkWithFaults(faults, ucids[0]!, true);
  expect(broken, JSON.stringify(faults)).toEqual([]);
  console.info(`${met.length} faults met, FAULT_SEED=${seed}`);
  const missed = faults.filter((fault) => !met.includes(fault)).map(({ caller }) => caller);
  // Add what is missed to the journey, or say here why nothing can fail.
  expect(missed.map((caller) => caller.replace('antecede-local-', '')).toSorted()).toEqual([]);
});
