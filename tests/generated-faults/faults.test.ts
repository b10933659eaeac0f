/**
 * Calls of AWS fail while an organisation works. `npm test` lets each function's first call fail. `FAULT_ROUNDS=9999`
 * (`npm run test:faults`) records every call that every function makes, and lets each fail in every way.
 */
import { expect, inject, test } from 'vitest';
import { projectRoot } from '#local/build/steps.ts';
import { readSamplePatents } from '#local/catalog/sample-patents.ts';
import { origin } from '#tests/api/support/people.ts';
import { assemblyOf } from '#tests/support/stack.ts';
import { brokenInvariants } from './invariants.ts';
import { begin, goOn, type Journey, lostOf } from './journey.ts';
import { type Fault, firstCalls, planRounds } from './plan-faults.ts';
import { readActivity, settle } from './settle.ts';

const seed = Number(process.env.FAULT_SEED ?? 20_261_123);
const roundsWanted = Number(process.env.FAULT_ROUNDS ?? 0);

/** Each journey asks for the report on another patent, so that each is made. */
const ucids = (await readSamplePatents(projectRoot)).map(({ ucid }) => ucid);

const order = (fault: Fault) =>
  fetch(`${origin()}/_local/faults`, {
    method: 'POST',
    body: JSON.stringify({ ...fault, times: 1 }),
  });
const clearFaults = () => fetch(`${origin()}/_local/faults`, { method: 'DELETE' });

/** What was broken or lost when everything was done that had begun. */
async function brokenAfter(journey: Journey, isWhole: boolean): Promise<string[]> {
  await settle(20);
  const lost = await lostOf(journey);
  if (isWhole) {
    await goOn(journey);
    await settle(20);
  }
  return [...lost, ...(await brokenInvariants())];
}

/** Lives through a journey in which these failures happen. Gives how many did. */
async function liveWith(faults: Fault[], ucid: string, isWhole: boolean): Promise<number> {
  for (const fault of faults) await order(fault);
  const broken = await brokenAfter(await begin(ucid), isWhole);
  const { due } = await readActivity();
  await clearFaults();
  expect(broken, JSON.stringify(faults, null, 1)).toEqual([]);
  return faults.length - due.length;
}

test('nothing is lost or half done when the first call of each function fails', async () => {
  const { functions } = await assemblyOf({ origin: origin(), client: inject('installation') });
  const faults = firstCalls(
    functions.map(({ name }) => name),
    seed,
  );
  const met = await liveWith(faults, ucids[0]!, false);
  console.info(`${met} faults met, FAULT_SEED=${seed}`);
  expect(met).toBeGreaterThan(20);
}, 900_000);

test.runIf(roundsWanted > 0)(
  'nothing is lost or half done when every call fails in every way',
  async () => {
    expect(await brokenAfter(await begin(ucids[1]!), true)).toEqual([]);
    const { calls } = await readActivity();
    const rounds = planRounds(calls, seed).slice(0, roundsWanted);
    let met = 0;
    for (const [round, faults] of rounds.entries()) {
      met += await liveWith(faults, ucids[(round + 2) % ucids.length]!, true);
      console.info(`round ${round + 1} of ${rounds.length}: ${met} faults met, FAULT_SEED=${seed}`);
    }
    expect(met).toBeGreaterThan(rounds.length);
  },
  7_200_000,
);
