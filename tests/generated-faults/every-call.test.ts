/** Every recorded call meets every failure. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readActivity } from './finish-work.ts';
import { begin } from './journey.ts';
import { type Fault, planRounds } from './plan-faults.ts';
import { brokenIn, seed, ucids, walkWithFaults } from './walk-with-faults.ts';

const roundsWanted = Number(process.env.FAULT_ROUNDS ?? Number.POSITIVE_INFINITY);
/** `FAULT_SHARE=2/3`: the second of three runs that share the rounds. */
const [share = 1, shares = 1] = (process.env.FAULT_SHARE ?? '1/1').split('/').map(Number);

/** How many failures happened, of how many that were planned, of each kind. */
function tell(met: readonly Fault[], planned: readonly Fault[]): string {
  const counts = Object.entries(Object.groupBy(planned, ({ code }) => code)).map(
    ([code, some]) =>
      `${met.filter((fault) => fault.code === code).length}/${some!.length} ${code}`,
  );
  return `${met.length}/${planned.length} faults: ${counts.join(', ')}`;
}

/** `FAULT_CALLS=file` keeps the recorded calls, so that the next share need not record them. */
const callsFile = process.env.FAULT_CALLS;

/** The calls of a journey without failures, which holds. */
async function recordedCalls(): Promise<Record<string, string[]>> {
  if (callsFile && existsSync(callsFile)) return JSON.parse(readFileSync(callsFile, 'utf8'));
  expect(await brokenIn(await begin(ucids[1]!), [], () => true)).toEqual([]);
  const { calls } = await readActivity();
  if (callsFile) writeFileSync(callsFile, JSON.stringify(calls));
  return calls;
}

test('nothing is lost or half done when every call fails in every way', async () => {
  const all = planRounds(await recordedCalls(), seed);
  const rounds = all.filter((_, round) => round % shares === share - 1).slice(0, roundsWanted);
  const met: Fault[] = [];
  const broken: unknown[] = [];
  for (const [round, faults] of rounds.entries()) {
    const begun = performance.now();
    const lived = await walkWithFaults(faults, ucids[(round + 2) % ucids.length]!, true);
    met.push(...lived.met);
    if (lived.broken.length > 0) broken.push(lived);
    const seconds = Math.round((performance.now() - begun) / 1000);
    const name = `round ${share + round * shares} of ${all.length}, FAULT_SEED=${seed}`;
    console.info(`${name}: ${seconds} s, ${tell(lived.met, faults)}`, lived.broken);
  }
  const planned = rounds.flat();
  for (const fault of planned) if (!met.includes(fault)) console.info('not met', fault);
  console.info(`all rounds: ${tell(met, planned)}`);
  expect(broken).toEqual([]);
  expect(met.length).toBeGreaterThanOrEqual(Math.max(1, rounds.length));
}, 14_400_000);
