/** Takes hours. */
import { expect, test } from 'vitest';
import { begin } from './journey.ts';
import { brokenAfter, liveWith, seed, ucids } from './live-with.ts';
import { planRounds } from './plan-faults.ts';
import { readActivity } from './settle.ts';

const roundsWanted = Number(process.env.FAULT_ROUNDS);

test('nothing is lost or half done when every call fails in every way', async () => {
  expect(await brokenAfter(await begin(ucids[1]!), true)).toEqual([]);
  const { calls } = await readActivity();
  const rounds = planRounds(calls, seed).slice(0, roundsWanted);
  let met = 0;
  for (const [round, faults] of rounds.entries()) {
    met += await liveWith(faults, ucids[(round + 2) % ucids.length]!, true);
    console.info(`round ${round + 1} of ${rounds.length}: ${met} faults met, FAULT_SEED=${seed}`);
  }
  expect(met).toBeGreaterThan(rounds.length);
}, 7_200_000);
