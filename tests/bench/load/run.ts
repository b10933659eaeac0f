/**
 * `npm run test:load`: what many callers at once get of a local stack. Fails when an answer is neither a success nor a
 * refusal that says when to try again, when a request hangs, when memory grows, or when one organization starves another.
 * Five seconds for each figure; `--minutes 10` looks after memory for longer than one minute. `--memory-only --minutes 60
 * --clients 10 --per-second 20` does only that, with as many clients and requests a second. `--builds-only` measures only
 * others beside ten builds of one organization; with `--apart`, jobs have a processor of their own, as in AWS.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Credentials, signIn, signUp } from '#tests/api/support/cognito.ts';
import { createIndex, upload } from '#tests/api/support/datasets.ts';
import { type Organization, openInstallation } from '../installation.ts';
import { keepJobsApart } from './apart.ts';
import { inspected } from './live-heap.ts';
import { type Load, type Measured, measure } from './measure.ts';
import { meanOf, memoryUnder } from './memory.ts';
import { keyOf, lists, newTenant, queries, signIns, visits } from './mixes.ts';

const connections = [50, 200, 500];
const tenants = 4;
/** Each may sign in fifty times at once. */
const people = 40;
/** Queries in a day of the organization that sends far more. */
const quota = 100;
/** Indexes that one organization builds at once, and the rows of each. */
const builds = 10;
const rowsOfBuild = 20_000;
/** A neighbour's queries must be answered within this time, however many another sends. */
const neighbourMs = 2000;

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      json: { type: 'boolean' },
      seconds: { type: 'string', default: '5' },
      minutes: { type: 'string', default: '1' },
      clients: { type: 'string', default: '50' },
      'per-second': { type: 'string' },
      'memory-only': { type: 'boolean' },
      'builds-only': { type: 'boolean' },
      apart: { type: 'boolean' },
    },
  });
  const seconds = Number(values.seconds);
  const minutes = Number(values.minutes);
  const rows: { figure: string; value: string; wrong: string[] }[] = [];
  const note = (figure: string, value: string, wrong: string[]) => {
    rows.push({ figure, value, wrong });
    if (!values.json) console.log(`${figure.padEnd(44)}${value.padEnd(60)}${wrong.join('; ')}`);
  };
  const show = ({ perSecond, p50Ms, p99Ms, statuses }: Measured) =>
    `${perSecond.toFixed(0)}/s, ${p50Ms} / ${p99Ms} ms, ${JSON.stringify(statuses)}`;
  const installation = await openInstallation(inspected);
  const { origin } = installation.stack;
  const unite = values.apart ? keepJobsApart(installation.stack.child.pid!) : () => {};
  const under = (load: Omit<Load, 'origin' | 'seconds'>) => measure({ origin, seconds, ...load });
  try {
    const others: Organization[] = [];
    while (others.length < tenants) others.push(await newTenant(installation, 1e9));
    const keys = await Promise.all(others.map(keyOf));
    const accounts: Credentials[] = [];
    while (accounts.length < people) {
      const account = { email: `${randomUUID()}@example.com`, password: `Long-${randomUUID()}` };
      await signUp(origin, { ...account, name: 'Bench' });
      accounts.push(account);
    }
    const { userPoolClientId } = await (await fetch(`${origin}/config.json`)).json();
    const mixes: Record<string, Pick<Load, 'requests' | 'refusals'>> = {
      queries: { requests: queries(keys) },
      lists: { requests: lists(installation) },
      // The user pool refuses with 400 and a name, as Cognito does.
      'sign-ins': { requests: signIns(accounts, userPoolClientId), refusals: [400] },
    };
    const pace = { connections: 1, perSecond: 5 };
    const calmly = { requests: queries(keys.slice(0, 1)), ...pace };
    if (!values['memory-only'] && !values['builds-only']) {
      for (const [name, mix] of Object.entries(mixes)) {
        await under({ ...mix, connections: 5 });
        for (const many of connections) {
          const measured = await under({ ...mix, connections: many });
          note(`${name}, ${many} connections`, show(measured), measured.wrong);
        }
      }

      const loudKey = await keyOf(await newTenant(installation, quota));
      const alone = await under(calmly);
      const [beside, flood] = await Promise.all([
        under(calmly),
        under({ requests: queries([loudKey]), connections: 100 }),
      ]);
      const isUnlimited = (flood.statuses['200'] ?? 0) > quota || !flood.statuses['429'];
      note(`${quota} queries a day, 100 connections`, show(flood), [
        ...flood.wrong,
        ...(isUnlimited ? ['not limited'] : []),
      ]);
      note('another organization, alone', show(alone), alone.wrong);
      const isStarved = beside.p99Ms > neighbourMs || beside.statuses['200'] === undefined;
      note('another organization, beside it', show(beside), [
        ...beside.wrong,
        ...(isStarved ? [`starved: more than ${neighbourMs} ms`] : []),
      ]);
    }

    if (!values['memory-only']) {
      const neighbours = { queries: calmly, 'sign-ins': { ...mixes['sign-ins']!, ...pace } };
      const underAll = () => Promise.all(Object.values(neighbours).map((load) => under(load)));
      const builder = await newTenant(installation, quota);
      await underAll();
      const alone = await underAll();
      await beginBuilds(builder);
      const [beside, building] = await Promise.all([
        underAll(),
        pause(seconds * 1000).then(() => countBuilding(builder)),
      ]);
      for (const [at, name] of Object.keys(neighbours).entries()) {
        const [before, after] = [alone[at]!, beside[at]!];
        note(`${name} of others, alone`, show(before), before.wrong);
        const times = (after.p99Ms / before.p99Ms).toFixed(2);
        note(`${name} of others, beside ${builds} builds`, `${show(after)}, p99 × ${times}`, [
          ...after.wrong,
          ...(after.p99Ms > neighbourMs ? [`starved: more than ${neighbourMs} ms`] : []),
          ...(building === 0 ? ['the builds had ended before the measurement'] : []),
        ]);
      }
    }
    const { clients, 'per-second': perSecond } = values;
    const loadOf = async () => {
      const { IdToken: idToken } = await signIn(origin, installation);
      return {
        origin,
        connections: Number(clients),
        requests: [
          ...queries(keys),
          ...lists({ ...installation, idToken }),
          ...signIns(accounts, userPoolClientId).slice(0, 2),
          ...visits(),
        ],
        refusals: [400],
        ...(perSecond !== undefined && { perSecond: Number(perSecond) }),
      };
    };
    if (!values['builds-only']) {
      let part = 0;
      const { growth, wrong } = await memoryUnder(
        installation.stack,
        minutes,
        loadOf,
        ({ resident, live, measured }) => {
          const held = `${resident.toFixed(0)} MB, live ${live.main.toFixed(1)} MB`;
          const threads = `and ${live.threads.length} × ${meanOf(live.threads).toFixed(1)} MB`;
          note(`memory, part ${++part}`, `${held} ${threads}; ${show(measured)}`, measured.wrong);
        },
      );
      note(`memory in ${minutes} minutes, ${clients} clients`, growth, wrong);
    }
  } finally {
    unite();
    await installation.close();
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  if (rows.some(({ wrong }) => wrong.length > 0)) process.exitCode = 1;
}

async function beginBuilds(builder: Organization) {
  const words = ['river', 'glass', 'engine', 'paper', 'signal', 'harbour', 'cell', 'valve'];
  const text = (row: number) =>
    Array.from(
      { length: 60 },
      (_, i) => `${words[(row * 7 + i * i) % words.length]}${(row + i) % 997}`,
    );
  const lines = Array.from(
    { length: rowsOfBuild },
    (_, row) => `${row},A,${text(row).join(' ')}\n`,
  );
  const key = await upload(builder, 'large.csv', `id,title,text\n${lines.join('')}`);
  for (let i = 0; i < builds; i++) await createIndex(builder, `Large${i}`, key);
}

async function countBuilding({ call, orgId }: Organization): Promise<number> {
  const { items } = await call('list-indexes', { query: { org_id: orgId } });
  return items.filter(({ status }) => status === 'Processing').length;
}
