/**
 * `npm run bench -- soak --minutes 60`: memory of a local stack while people and programs use all of it: searches, lists, sign-ins
 * and visits by ten clients, and beside them one organization that changes rows, uploads, builds and exports without a pause.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { signIn } from '#tests/api/support/cognito.ts';
import { animals, createIndex, upload, waitForBuild } from '#tests/api/support/datasets.ts';
import { clientAt, type Member, newAdminAt } from '#tests/api/support/people.ts';
import { openInstallation } from '../installation.ts';
import { inspected, type LiveHeap } from '../load/live-heap.ts';
import { meanOf, memoryUnder } from '../load/memory.ts';
import { keyOf, lists, newTenant, queries, signIns, visits } from '../load/mixes.ts';

const clients = 10;
const perSecond = 20;
/** Between two writes of the busy organization. */
const writeMs = 3000;
/** Tokens end after an hour, and sign-ins are limited. */
const turnsOfSession = 200;

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { minutes: { type: 'string', default: '60' }, json: { type: 'boolean' } },
  });
  const minutes = Number(values.minutes);
  const installation = await openInstallation(inspected);
  const { origin } = installation.stack;
  const stopped = new AbortController();
  const written: Record<string, number> = {};
  try {
    const tenant = await newTenant(installation, 1e9);
    const keys = [await keyOf(tenant)];
    const { userPoolClientId } = await (await fetch(`${origin}/config.json`)).json();
    const writing = write(origin, written, stopped.signal);
    let part = 0;
    const { growth, wrong } = await memoryUnder(
      installation.stack,
      minutes,
      async () => {
        const { IdToken: idToken } = await signIn(origin, installation);
        return {
          origin,
          connections: clients,
          perSecond,
          requests: [
            ...queries(keys),
            ...lists({ ...installation, idToken }),
            // Somebody else's, who soon has no attempts left.
            ...signIns([tenant], userPoolClientId),
            ...visits(),
          ],
          refusals: [400],
        };
      },
      ({ resident, live, measured }) => {
        const answers = JSON.stringify(measured.statuses);
        console.log(
          `part ${++part}: ${resident.toFixed(0)} MB resident, main thread ${live.main.toFixed(1)} MB, ${live.threads.length} functions of ${meanOf(live.threads).toFixed(1)} MB; ${answers}; ${JSON.stringify(written)}`,
        );
        console.log(`  ${byFunction(live)}`);
      },
    );
    stopped.abort();
    await writing;
    console.log(`in ${minutes} minutes, last quarter against the second: ${growth}`);
    for (const problem of wrong) console.log(`WRONG: ${problem}`);
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    stopped.abort();
    await installation.close();
  }
}

/** The largest live heaps of functions, in megabytes. */
function byFunction({ threads, names }: LiveHeap): string {
  return threads
    .map((megabytes, position) => ({ name: names[position]!, megabytes }))
    .toSorted((one, other) => other.megabytes - one.megabytes)
    .slice(0, 8)
    .map(
      ({ name, megabytes }) => `${name.replace(/^.*antecede-local-/, '')} ${megabytes.toFixed(1)}`,
    )
    .join(', ');
}

/** One organization that writes until it is stopped. Counts what was taken, and by its code what was refused. */
async function write(origin: string, written: Record<string, number>, signal: AbortSignal) {
  const admin = await newAdminAt(origin);
  const fileKey = await upload(admin, 'animals.csv', animals);
  const { item_id: index_id } = await createIndex(admin, 'Animals', fileKey);
  await waitForBuild(admin, index_id);
  const key = { org_id: admin.orgId, index: index_id, changes_rows: true };
  const { api_key: apiKey } = await admin.call('create-index-key', { body: key });
  const params = { index_id };
  let turn = 0;
  let { call } = admin;
  const acts: Record<string, (member: Member) => Promise<unknown>> = {
    rows: ({ call }) => {
      const rows = [{ id: `n${turn}`, title: `Penguin ${turn}`, text: 'Penguins dive for krill.' }];
      return call('upsert-rows', { params, query: {}, body: { rows }, apiKey });
    },
    uploads: (member) => upload(member, 'again.csv', animals),
    builds: ({ call }) => call('rebuild-index', { body: { index_id } }),
    exports: ({ call }) =>
      call('create-search-export', {
        params,
        body: { format: 'csv', request: { sort: 'rows' } },
        apiKey,
      }),
  };
  const names = Object.keys(acts);
  while (!signal.aborted) {
    const name = names[turn++ % names.length]!;
    if (turn % turnsOfSession === 0) {
      const { IdToken } = await signIn(origin, admin);
      call = clientAt(origin, IdToken);
    }
    const done = await acts[name]!({ ...admin, call }).then(
      () => name,
      (error: { code?: string }) => `${name} ${error.code ?? String(error)}`,
    );
    written[done] = (written[done] ?? 0) + 1;
    await pause(writeMs, undefined, { signal }).catch(() => {});
  }
}
