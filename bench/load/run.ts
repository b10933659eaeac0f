/**
 * `npm run test:load`: what many callers at once get of a local stack. Fails when an answer is neither a success nor a
 * refusal that says when to try again, when a request hangs, when memory grows, or when one organisation starves another.
 * Five seconds for each figure; `--minutes 10` looks after memory for longer than one minute.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openInstallation } from '../installation.ts';
import { type Load, type Measured, measure } from './measure.ts';
import { keysOf, lists, newTenant, queries, signIns } from './mixes.ts';

const connections = [50, 200, 500];
const keysPerTenant = 10;
/** One key takes ten queries a second. These take more than a small machine answers. */
const tenants = 4;
/** Memory that may stay when load goes on: caches fill, and worker threads come and go. */
const growthAllowed = 1.25;
/** A neighbour's queries must be answered within this time, however many another sends. */
const neighbourMs = 2000;

/** Resident megabytes of a process. */
const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      json: { type: 'boolean' },
      seconds: { type: 'string', default: '5' },
      minutes: { type: 'string', default: '1' },
    },
  });
  const seconds = Number(values.seconds);
  const rows: { figure: string; value: string; wrong: string[] }[] = [];
  const note = (figure: string, value: string, wrong: string[]) => {
    rows.push({ figure, value, wrong });
    if (!values.json) console.log(`${figure.padEnd(44)}${value.padEnd(60)}${wrong.join('; ')}`);
  };
  const show = ({ perSecond, p50Ms, p99Ms, statuses }: Measured) =>
    `${perSecond.toFixed(0)}/s, ${p50Ms} / ${p99Ms} ms, ${JSON.stringify(statuses)}`;
  const installation = await openInstallation();
  const { origin, child } = installation.stack;
  const under = (load: Omit<Load, 'origin' | 'seconds'>, longer = seconds) =>
    measure({ origin, seconds: longer, ...load });
  try {
    const others = [];
    for (let made = 0; made < tenants; made++) others.push(await newTenant(installation));
    const keys = (await Promise.all(others.map((one) => keysOf(one, keysPerTenant)))).flat();
    const { userPoolClientId } = await (await fetch(`${origin}/config.json`)).json();
    const mixes: Record<string, Pick<Load, 'requests' | 'refusals'>> = {
      queries: { requests: queries(keys) },
      lists: { requests: lists(installation) },
      // The user pool refuses with 400 and a name, as Cognito does.
      'sign-ins': { requests: signIns(others, userPoolClientId), refusals: [400] },
    };
    for (const [name, mix] of Object.entries(mixes)) {
      await under({ ...mix, connections: 5 });
      for (const many of connections) {
        const measured = await under({ ...mix, connections: many });
        note(`${name}, ${many} connections`, show(measured), measured.wrong);
      }
    }

    const [loud, quiet] = [others[0]!, others[1]!];
    const [loudKey, quietKey] = await Promise.all([keysOf(loud, 1), keysOf(quiet, 1)]);
    const calmly = { requests: queries(quietKey.slice(0, 1)), connections: 1, perSecond: 5 };
    const alone = await under(calmly);
    const [beside, flood] = await Promise.all([
      under(calmly),
      under({ requests: queries(loudKey.slice(0, 1)), connections: 100 }),
    ]);
    note('one key, 100 connections', show(flood), flood.wrong);
    note('another organisation, alone', show(alone), alone.wrong);
    const isStarved = beside.p99Ms > neighbourMs || beside.statuses['200'] === undefined;
    note('another organisation, beside it', show(beside), [
      ...beside.wrong,
      ...(isStarved ? [`starved: more than ${neighbourMs} ms`] : []),
    ]);

    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(residentMb(child.pid!)), 1000);
    const steady = await under({ ...mixes.queries!, connections: 50 }, Number(values.minutes) * 60);
    clearInterval(sampling);
    const part = Math.floor(samples.length / 4);
    const [before, after] = [samples.slice(part, 2 * part), samples.slice(-part)].map(median);
    const grown = after! > before! * growthAllowed ? ['memory grows'] : [];
    const memory = `${before!.toFixed(0)} MB in the second quarter, ${after!.toFixed(0)} MB in the last`;
    note(`memory in ${values.minutes} minutes`, memory, [...steady.wrong, ...grown]);
  } finally {
    await installation.close();
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  if (rows.some(({ wrong }) => wrong.length > 0)) process.exitCode = 1;
}
