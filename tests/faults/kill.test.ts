import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForMail } from '#tests/api/support/cognito.ts';
import {
  createIndex,
  firstKey,
  getIndex,
  upload,
  waitForBuild,
} from '#tests/api/support/datasets.ts';
import { type Member, newAdminAt } from '#tests/api/support/people.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { close, type Stack, startStack, stop } from '#tests/support/stack.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { killPoints, plugAt } from './support/kill-point.ts';

const rowsPerFile = 400;
const kills = 10;
/** A round of two changes of rows, an export, an upload, an index, its build and a key takes some eighty calls of AWS services. */
const lastCall = 150;
/** `KILL_SEED` chooses other moments. */
const seed = Number(process.env.KILL_SEED ?? 20_261_122);

/** Everything that the product has acknowledged. None of it may be lost. */
interface Acknowledged {
  files: Map<string, string>;
  indexes: Map<string, string>;
  keys: string[];
  /** Batches of two rows of one index that were added, and rows of it that were deleted, by their ids. */
  batches: string[];
  deleted: string[];
  exports: string[];
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => close(stack));

/** Rows about whales, each with a unique word. */
function dataset(name: string): string {
  const rows = Array.from(
    { length: rowsPerFile },
    (_, row) =>
      `${row},Whale ${row},"A whale called ${name}row${row} swims in the sea, far from land."`,
  );
  return ['id,title,text', ...rows, ''].join('\n');
}

/** An index whose rows change, and a key that may change them. */
interface Changing {
  params: { index_id: string };
  apiKey: string;
}

async function newChanging(admin: Member): Promise<Changing> {
  const key = await upload(admin, 'changing.csv', dataset('changing'));
  const { item_id: index } = await createIndex(admin, 'changing', key);
  await waitForBuild(admin, index);
  const body = { org_id: admin.orgId, index, changes_rows: true };
  const { api_key: apiKey } = await admin.call('create-index-key', { body });
  return { params: { index_id: index }, apiKey };
}

const batchOf = (name: string) => [`${name}-1`, `${name}-2`];

/** Ids of all rows that searches find. */
async function idsOf(admin: Member, changing: Changing): Promise<Set<unknown>> {
  const ids = new Set<unknown>();
  let after: string | undefined;
  do {
    const request = { sort: 'rows' as const, after };
    const found = await admin.call('query-index', { ...changing, body: { request } });
    for (const { id } of found.foundItems) ids.add(id);
    after = found.next;
  } while (after !== undefined);
  return ids;
}

/**
 * Changes rows, exports them, uploads, builds and creates keys without pause until the process is killed, and records what was
 * acknowledged.
 */
async function work(
  admin: Member,
  changing: Changing,
  round: number,
  acknowledged: Acknowledged,
): Promise<void> {
  for (let step = 0; ; step++) {
    const name = `r${round}s${step}`;
    const rows = batchOf(name).map((id) => ({ id, title: id, text: `A whale called ${id}` }));
    await admin.call('upsert-rows', { ...changing, query: {}, body: { rows } });
    acknowledged.batches.push(name);
    const gone = String(round * 10 + step);
    await admin.call('delete-rows', { ...changing, query: {}, body: { keys: [gone] } });
    acknowledged.deleted.push(gone);
    const { export_id } = await admin.call('create-search-export', {
      ...changing,
      body: { format: 'csv', request: { sort: 'rows', fields: ['id'] } },
    });
    acknowledged.exports.push(export_id);
    const content = dataset(name);
    const key = await upload(admin, `${name}.csv`, content);
    acknowledged.files.set(key, content);
    const { item_id } = await createIndex(admin, name, key);
    acknowledged.indexes.set(item_id, name);
    const made = await admin.call('create-index-key', {
      body: { org_id: admin.orgId, index: item_id },
    });
    acknowledged.keys.push(made.id);
  }
}

/** Ids of everything that the audit trail tells of. */
async function objectsInTrail(admin: Member): Promise<Set<string>> {
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const { items, next } = await admin.call('list-audit', { query: { cursor } });
    for (const { object } of items) ids.add(object.id);
    cursor = next;
  } while (cursor);
  return ids;
}

/** Every query sees a complete index or none. */
async function expectNothingHalfVisible(admin: Member, indexes: Acknowledged['indexes']) {
  for (const [indexId, name] of indexes) {
    const { status, rows } = await getIndex(admin, indexId);
    expect([`Processing 0`, `Active ${rowsPerFile}`], name).toContain(`${status} ${rows}`);
  }
}

test(`nothing acknowledged is lost in ${kills} kills, and no index is half visible`, async () => {
  const admin = await newAdminAt(stack.origin);
  const acknowledged: Acknowledged = {
    files: new Map(),
    indexes: new Map(),
    keys: [],
    batches: [],
    deleted: [],
    exports: [],
  };
  const changing = await newChanging(admin);
  const { port, dataDir } = stack;
  await stop(stack);
  for (const [round, point] of killPoints(seed, kills, lastCall).entries()) {
    console.info(`KILL_SEED=${seed}: at call ${point.call}, ${point.moment}`);
    stack = await startStack({ port, dataDir, environment: plugAt(point) });
    await expectNothingHalfVisible(admin, acknowledged.indexes);
    const ended = await work(admin, changing, round, acknowledged).catch((error: unknown) => error);
    // Only the kill may end the work.
    expect(ended).toMatchObject({ message: expect.stringMatching(/reached|fetch failed/) });
    await stack.exit;
    expect(stack.child.signalCode).toBe('SIGKILL');
  }
  stack = await startStack({ port, dataDir });
  await expectNothingHalfVisible(admin, acknowledged.indexes);

  for (const [key, content] of acknowledged.files) {
    const file = await admin.call('get-dataset-files', { query: { key } });
    expect(file, key).toMatchObject({ data: content, size: content.length });
  }
  const ids = await idsOf(admin, changing);
  expect(acknowledged.batches.length).toBeGreaterThan(0);
  for (const id of acknowledged.batches.flatMap(batchOf)) expect(ids).toContain(id);
  for (const id of acknowledged.deleted) expect(ids).not.toContain(id);
  const batches = new Set([...ids].flatMap((id) => /^(.+)-[12]$/.exec(String(id))?.[1] ?? []));
  for (const id of [...batches].flatMap(batchOf)) expect(ids).toContain(id);
  const keys = Object.values(await admin.call('list-index-keys', { query: {} })).flat();
  const keyIds = new Set(keys.map(({ id }) => id));
  expect(acknowledged.keys.filter((id) => !keyIds.has(id))).toEqual([]);
  const recorded = await objectsInTrail(admin);
  const changed = [acknowledged.files.keys(), acknowledged.indexes.keys(), acknowledged.keys];
  expect(changed.flatMap((ids) => [...ids]).filter((id) => !recorded.has(id))).toEqual([]);
  expect(acknowledged.indexes.size).toBeGreaterThan(0);
  for (const [indexId, name] of acknowledged.indexes) {
    const index = await waitForBuild(admin, indexId);
    expect(index, index.failure).toMatchObject({ status: 'Active', rows: rowsPerFile });
    const last = `${name}row${rowsPerFile - 1}`;
    const { foundItems } = await admin.call('query-index', {
      params: { index_id: indexId },
      body: { request: { conceptFeaturesString: last, maxNumItems: 1 } },
      apiKey: await firstKey(admin, indexId),
    });
    expect(foundItems[0], name).toMatchObject({ id: String(rowsPerFile - 1) });
  }
  // A mail whose delivery was cut off comes back once its message is visible again, minutes later.
  await advanceClock(stack.origin, '10m');
  for (const export_id of acknowledged.exports) {
    const params = { ...changing.params, export_id };
    const ended = await waitFor(`the export ${export_id}`, async () => {
      const now = await admin.call('get-search-export', { ...changing, params });
      return now.status === 'writing' ? undefined : now;
    });
    expect(ended).toMatchObject({ status: 'ready', rows: ended.total_found });
    const lines = (await (await fetch(ended.download_url!)).text()).trimEnd().split('\r\n');
    expect(new Set(lines).size, 'head and rows, each once').toBe(ended.rows + 1);
  }
  for (const name of acknowledged.indexes.values()) {
    await waitForMail(stack.origin, admin.email, new RegExp(`index ${name} is ready`));
  }
});
