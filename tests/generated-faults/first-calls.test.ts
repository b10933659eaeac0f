import { expect, inject, test } from 'vitest';
import { origin } from '#tests/api/support/people.ts';
import { assemblyOf } from '#tests/support/stack.ts';
import { firstCalls } from './plan-faults.ts';
import { seed, ucids, walkWithFaults } from './walk-with-faults.ts';

/** Functions that call no service. */
const callNothing = [
  'answer-unknown-path',
  'get-config',
  'get-health',
  'get-openapi',
  'get-robots-txt',
  'get-sitemap',
  'record-page-view',
];
/** Needs a cluster: `tests/cluster/workflow.test.ts` has its failures. */
const needsCluster = 'load-segment';

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
  const names = missed.map((caller) => caller.replace('antecede-local-', ''));
  // Another is to be added to the journey.
  expect(names.toSorted()).toEqual([...callNothing, needsCluster].toSorted());
});
