import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, expect, test } from 'vitest';
import {
  type ClusterConnection,
  type ClusterRequest,
  createClusterIndex,
  deleteClusterIndex,
  finishClusterIndex,
  loadSegment,
  memorySource,
  setAlias,
} from '#engine';
import type { JsonObject } from '#engine/cluster/connection.ts';
import { type BuiltIndex, buildFromCsv } from '#engine/test-corpus.ts';
import { clusterAt } from '#functions/indexes/cluster-connection.ts';
import { cluster, freshName } from './support/placed-index.ts';

let built: BuiltIndex;
let rows: number;
const made: string[] = [];

beforeAll(async () => {
  const csv = readFileSync('packages/local/catalog/us_patents.csv', 'utf8');
  // Three times the sample, so that a segment takes several requests.
  const [header, ...lines] = csv.split(/\n(?=US-)/);
  const many = Array.from({ length: 3 }, () => lines.join('\n').trimEnd()).join('\n');
  built = await buildFromCsv(`${header}\n${many}\n`, { text: 'index' });
  rows = built.manifest.rowCount;
});
afterEach(async () => {
  for (const name of made.splice(0)) await deleteClusterIndex(cluster, name);
});

function newIndex(): string {
  const name = freshName();
  made.push(name);
  return name;
}

const file = (fileName: string) => ({ fileName, source: memorySource(built.files.get(fileName)!) });
const create = (name: string) => createClusterIndex(cluster, name, file('model'), rows);
const load = (name: string, connection: ClusterConnection, options = {}) =>
  loadSegment(connection, name, file('model'), file('segment-0'), 0, options);
const finish = (name: string) => finishClusterIndex(cluster, name, rows);
const isBulk = ({ path }: ClusterRequest) => path.endsWith('/_bulk');

/** Counts bulk requests and lets `fault` answer some of them. */
function counting(fault: (bulk: number) => 'no answer' | 'lost answer' | 429 | undefined) {
  const seen = { bulks: 0 };
  const connection: ClusterConnection = async (request) => {
    if (!isBulk(request)) return cluster(request);
    const kind = fault(seen.bulks++);
    if (kind === 429) return { status: 429, body: { error: 'too many requests' } };
    if (kind === 'no answer') throw new Error('the function died');
    const answer = await cluster(request);
    if (kind === 'lost answer') throw new Error('the function died');
    return answer;
  };
  return { seen, connection };
}

test.each(['no answer', 'lost answer'] as const)(
  'goes on where it stopped, and has each row once: %s',
  async (kind) => {
    const name = newIndex();
    await create(name);
    const first = counting((bulk) => (bulk === 2 ? kind : undefined));
    await expect(load(name, first.connection)).rejects.toThrow('the function died');
    const again = counting(() => undefined);
    expect(await load(name, again.connection)).toBe(true);
    expect(again.seen.bulks).toBeLessThan(first.seen.bulks + Math.ceil(rows / 250) - 2);
    expect(await finish(name)).toBe(true);
  },
);

test('stops when its time is up, and goes on later', async () => {
  const name = newIndex();
  await create(name);
  let batches = 0;
  expect(await load(name, cluster, { isTimeUp: () => batches++ > 0 })).toBe(false);
  await expect(finish(name)).rejects.toMatchObject({ reason: 'busy' });
  expect(await load(name, cluster)).toBe(true);
  expect(await finish(name)).toBe(true);
});

test('waits longer and longer while the cluster throttles, then gives up', async () => {
  const name = newIndex();
  await create(name);
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  await load(name, counting((bulk) => (bulk < 3 ? 429 : undefined)).connection, { wait });
  expect(waits).toHaveLength(3);
  const other = newIndex();
  await create(other);
  await expect(load(other, counting(() => 429).connection, { wait })).rejects.toMatchObject({
    reason: 'busy',
  });
  expect(waits.slice(3).reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(60_000);
});

test('sends only those rows again that were throttled', async () => {
  const name = newIndex();
  await create(name);
  const sent: number[] = [];
  const takesTen: ClusterConnection = async (request) => {
    if (!isBulk(request)) return cluster(request);
    const lines = request.body as readonly JsonObject[];
    const isFirst = sent.push(lines.length / 2) === 1;
    if (!isFirst) return cluster(request);
    const { status, body } = await cluster({ ...request, body: lines.slice(0, 20) });
    const refused = { create: { status: 429, error: 'too many requests' } };
    const taken = body.items as readonly JsonObject[];
    return { status, body: { items: [...taken, ...Array(sent[0]! - 10).fill(refused)] } };
  };
  await load(name, takesTen, { wait: async () => {} });
  expect(sent[1]).toBe(sent[0]! - 10);
  expect(await finish(name)).toBe(true);
});

test('searches see the files that the cluster has merged', async () => {
  const name = newIndex();
  await create(name);
  const inManyFiles: ClusterConnection = async (request) => {
    const answer = await cluster(request);
    if (isBulk(request)) await cluster({ method: 'POST', path: `/${name}/_refresh` });
    return answer;
  };
  await load(name, inManyFiles);
  const files = async () => {
    const { body } = await cluster({ method: 'GET', path: `/_cat/segments/${name}?format=json` });
    return (body as unknown as { searchable: string }[]).filter(
      ({ searchable }) => searchable === 'true',
    ).length;
  };
  const before = await files();
  expect(before).toBeGreaterThan(1);
  let isMerging = true;
  const merging: ClusterConnection = async (request) => {
    if (!isMerging || !request.path.includes('_stats/merge')) return cluster(request);
    return { status: 200, body: { _all: { primaries: { merges: { current: 1 } } } } };
  };
  expect(await finishClusterIndex(merging, name, rows, async () => {})).toBe(false);
  await cluster({ method: 'POST', path: `/${name}/_forcemerge?max_num_segments=1` });
  isMerging = false;
  expect(await finishClusterIndex(merging, name, rows)).toBe(true);
  expect(await files()).toBe(1);
});

test('creating an index again leaves its rows', async () => {
  const name = newIndex();
  await create(name);
  await load(name, cluster);
  await create(name);
  expect(await finish(name)).toBe(true);
});

test('a full cluster and refused credentials are told apart from a busy one', async () => {
  const name = newIndex();
  await create(name);
  await cluster({
    method: 'PUT',
    path: `/${name}/_settings`,
    body: { 'index.blocks.read_only_allow_delete': true },
  });
  const wait = async () => {};
  await expect(load(name, cluster, { wait })).rejects.toMatchObject({ reason: 'full' });
  const refusing: ClusterConnection = async () => ({ status: 403, body: { error: 'no rights' } });
  await expect(load(name, refusing, { wait })).rejects.toMatchObject({ reason: 'refused' });
  const unknowing: ClusterConnection = async () => ({
    status: 400,
    body: { error: 'no such field' },
  });
  await expect(load(name, unknowing, { wait })).rejects.toMatchObject({ reason: 'unsuitable' });
  const error = { type: 'cluster_block_exception', reason: 'no cluster manager' };
  const leaderless: ClusterConnection = async () => ({ status: 503, body: { error } });
  await expect(load(name, leaderless, { wait })).rejects.toMatchObject({ reason: 'busy' });
  const away = clusterAt('http://127.0.0.1:9');
  await expect(load(name, away, { wait })).rejects.toMatchObject({ reason: 'busy' });
});

test.each([
  { distribution: 'opensearch', number: '3.1.0' },
  { distribution: 'opensearch', number: '2.19.0' },
  { number: '8.15.0' },
])('no index is made on a cluster of version %o', async (version) => {
  const requests: ClusterRequest[] = [];
  const other: ClusterConnection = async (request) => {
    requests.push(request);
    return { status: 200, body: { version } };
  };
  const creating = createClusterIndex(other, newIndex(), file('model'), rows);
  await expect(creating).rejects.toMatchObject({ reason: 'unsuitable' });
  await expect(creating).rejects.toThrow(/OpenSearch 3.3 or newer/);
  expect(requests.map(({ method }) => method)).toEqual(['GET']);
});

test('a step that runs twice at once leaves each row once', async () => {
  const name = newIndex();
  await create(name);
  expect(await Promise.all([load(name, cluster), load(name, cluster)])).toEqual([true, true]);
  expect(await finish(name)).toBe(true);
});

test('a swap of the alias that is cut off is done or not done, and repeated', async () => {
  const [older, newer] = [newIndex(), newIndex()];
  const alias = `alias-${freshName()}`;
  for (const name of [older, newer]) await create(name);
  await setAlias(cluster, alias, older);
  const served = async () =>
    Object.keys((await cluster({ method: 'GET', path: `/_alias/${alias}` })).body);
  const cut =
    (when: 'before' | 'after'): ClusterConnection =>
    async (request) => {
      if (when === 'after') await cluster(request);
      throw new Error('the function died');
    };
  await expect(setAlias(cut('before'), alias, newer)).rejects.toThrow('died');
  expect(await served()).toEqual([older]);
  await expect(setAlias(cut('after'), alias, newer)).rejects.toThrow('died');
  expect(await served()).toEqual([newer]);
  let deletions = 0;
  const meetsDeletion: ClusterConnection = async (request) => {
    const error = { type: 'index_not_found_exception', index: 'test-deleted' };
    return deletions++ === 0 ? { status: 404, body: { error } } : cluster(request);
  };
  await setAlias(meetsDeletion, alias, older);
  expect(await served()).toEqual([older]);
  await expect(setAlias(cluster, alias, 'test-not-made')).rejects.toThrow('404');
  // Two publications at once: one of them is the last.
  await Promise.all([setAlias(cluster, alias, older), setAlias(cluster, alias, newer)]);
  expect(await served()).toHaveLength(1);
  await setAlias(cluster, alias, newer);
  expect(await served()).toEqual([newer]);
});

test('an alias moves from one version to the next in one step', async () => {
  const [older, newer] = [newIndex(), newIndex()];
  const alias = `alias-${freshName()}`;
  for (const name of [older, newer]) await create(name);
  const served = async () => {
    const { body } = await cluster({ method: 'GET', path: `/_alias/${alias}` });
    return Object.keys(body);
  };
  await setAlias(cluster, alias, older);
  expect(await served()).toEqual([older]);
  await setAlias(cluster, alias, newer);
  await setAlias(cluster, alias, newer);
  expect(await served()).toEqual([newer]);
});
