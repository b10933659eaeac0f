import { expect } from 'vitest';
import { projectRoot } from '#local/build/steps.ts';
import { readSamplePatents } from '#local/catalog/sample-patents.ts';
import { origin } from '#tests/api/support/people.ts';
import { brokenInvariants } from './invariants.ts';
import { begin, goOn, type Journey, lostOf } from './journey.ts';
import type { Fault } from './plan-faults.ts';
import { readActivity, settle } from './settle.ts';

/** `FAULT_SEED=n` plans other failures. */
export const seed = Number(process.env.FAULT_SEED ?? 20_261_123);

/** Each journey asks for the report on another patent, so that each is made. */
export const ucids = (await readSamplePatents(projectRoot)).map(({ ucid }) => ucid);

const order = (fault: Fault) =>
  fetch(`${origin()}/_local/faults`, {
    method: 'POST',
    body: JSON.stringify({ ...fault, times: 1 }),
  });
const clearFaults = () => fetch(`${origin()}/_local/faults`, { method: 'DELETE' });

/** What was broken or lost when everything was done that had begun. */
export async function brokenAfter(journey: Journey, isWhole: boolean): Promise<string[]> {
  await settle(20);
  const lost = await lostOf(journey);
  if (isWhole) {
    await goOn(journey);
    await settle(20);
  }
  return [...lost, ...(await brokenInvariants())];
}

/** Lives through a journey in which these failures happen. Gives how many did. */
export async function liveWith(faults: Fault[], ucid: string, isWhole: boolean): Promise<number> {
  for (const fault of faults) await order(fault);
  const broken = await brokenAfter(await begin(ucid), isWhole);
  const { due } = await readActivity();
  await clearFaults();
  expect(broken, JSON.stringify(faults, null, 1)).toEqual([]);
  return faults.length - due.length;
}
