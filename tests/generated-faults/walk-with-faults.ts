import { isDeepStrictEqual } from 'node:util';
import { projectRoot } from '#local/build/steps.ts';
import { readSamplePatents } from '#local/catalog/sample-patents.ts';
import { origin } from '#tests/api/support/people.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { endOrganization, tracesOf } from './end-organization.ts';
import { finishWork, readActivity } from './finish-work.ts';
import { brokenInvariants } from './invariants.ts';
import { begin, goOn, type Journey, lostOf } from './journey.ts';
import { operate } from './operate.ts';
import type { Fault } from './plan-faults.ts';

/** `FAULT_SEED=n` plans other failures. */
export const seed = Number(process.env.FAULT_SEED ?? 20_261_123);

/** Each journey asks for the report on another patent, so that each is made. */
export const ucids = (await readSamplePatents(projectRoot)).map(({ ucid }) => ucid);

const order = (fault: Fault) =>
  fetch(`${origin()}/_local/faults`, {
    method: 'POST',
    body: JSON.stringify(fault),
  });
const clearFaults = () => fetch(`${origin()}/_local/faults`, { method: 'DELETE' });

/** What was lost when everything was done that had begun. */
async function lostFrom(journey: Journey, faults: readonly Fault[]): Promise<string[]> {
  await finishWork(20);
  const mayMailTwice = faults.some(({ caller }) => caller === 'antecede-local-send-mail');
  return [...(await lostOf(journey, mayMailTwice)), ...(await brokenInvariants())];
}

/** The same, and what was broken after further requests, and after the organization has left. */
export async function brokenIn(
  journey: Journey,
  faults: readonly Fault[],
  isWanted: Parameters<typeof goOn>[1],
): Promise<string[]> {
  const broken = await lostFrom(journey, faults);
  await operate(journey);
  await goOn(journey, isWanted);
  await finishWork(20);
  broken.push(...(await brokenInvariants()));
  const eraseAgain = await endOrganization(journey);
  // The last pass of the erasure is 75 minutes after the first.
  await finishWork(80);
  broken.push(...(await tracesOf(journey)), ...(await brokenInvariants()));
  await eraseAgain();
  // A repeated erasure has one pass.
  await finishWork(5);
  return [...broken, ...(await tracesOf(journey)), ...(await brokenInvariants())];
}

/** How a journey went. */
export interface Walk {
  /** The failures that happened. */
  met: Fault[];
  /** What does not hold, in words. */
  broken: string[];
}

/**
 * Lives through a journey in which these failures happen.
 * @param isWhole also sends requests to the endpoints that are to fail, and ends the organization
 */
export async function walkWithFaults(
  faults: Fault[],
  ucid: string,
  isWhole: boolean,
): Promise<Walk> {
  // A day later: a mailbox may ask for the newsletter three times a day, and all journeys share one that bounces.
  await advanceClock(origin(), '24h');
  await Promise.all(faults.map(order));
  const failing = new Set(faults.map(({ caller }) => caller));
  const isFailing = (name: string) => failing.has(`antecede-local-${name}`);
  const live = async () => {
    const journey = await begin(ucid);
    return isWhole ? brokenIn(journey, faults, isFailing) : lostFrom(journey, faults);
  };
  const broken = await live().catch((error: Error) => [String(error.stack)]);
  const { due } = await readActivity();
  await clearFaults();
  // One that has met fewer calls than it was to meet is among them with a smaller number.
  const isDue = (fault: Fault) => due.some((one) => isDeepStrictEqual(one, fault));
  return { met: faults.filter((fault) => !isDue(fault)), broken };
}
