import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type ClusterRequest, memorySource, open, parseManifest } from '#engine';
import * as datasets from '#functions/datasets/datasets-bucket.ts';
import { changeRows } from '../change-rows.ts';
import * as changes from '../changes-store.ts';
import * as clusters from '../cluster-connection.ts';
import * as indexes from '../indexes.ts';
import * as bucket from '../indexes-bucket.ts';
import { planSizes } from '../plan-sizes.ts';
import { buildingIndex } from '../test-records.ts';
import { handler as buildSegment } from './build-segment.ts';
import { handler as loadSegment } from './load-segment.ts';
import { handler as planBuild } from './plan-build.ts';
import { handler as publishIndex } from './publish-index.ts';
import { handler as trainModel } from './train-model.ts';

vi.mock(import('../changes-store.ts'), { spy: true });
vi.mock(import('../cluster-connection.ts'), { spy: true });
vi.mock(import('#functions/datasets/datasets-bucket.ts'), { spy: true });
vi.mock(import('../indexes.ts'), { spy: true });
vi.mock(import('../indexes-bucket.ts'), { spy: true });

const build = { index_id: 'idx_1', build_id: 'bld_1' };
const folder = 'org/org_1/idx_1/bld_1/';
const rows = 1000;
const csv = Buffer.from(
  `id,text\n${Array.from({ length: rows }, (_, i) => `${i},Ferry ${i} leaves the harbour\n`).join('')}`,
);
const record = {
  ...buildingIndex,
  dataset_key: 'data-catalog/a.csv',
  dataset_size: csv.length,
  columns_role: { id: 'metadata', text: 'index' } as const,
};
/** Stand for the store, and for the documents of the cluster. */
const files = new Map<string, Uint8Array>();
const documents = new Map<string, unknown>();
let requests: ClusterRequest[] = [];
let planned: Awaited<ReturnType<typeof trainModel>>;

const version = { distribution: 'opensearch', number: '3.3.0' };

/** A cluster that knows what loading and publishing ask for. */
async function answer(request: ClusterRequest) {
  requests.push(request);
  const { path, body } = request;
  if (path === '/') return { status: 200, body: { version } };
  if (path.endsWith('/_count')) {
    type Counted = { query: { range?: { row: { gte: number; lt: number } } } };
    const { gte, lt } = (body as unknown as Counted).query.range?.row ?? { gte: 0, lt: rows };
    const counted = documents.keys().filter((id) => Number(id) >= gte && Number(id) < lt);
    return { status: 200, body: { count: [...counted].length } };
  }
  if (path.endsWith('/_stats/merge')) {
    return { status: 200, body: { _all: { primaries: { merges: { current: 0 } } } } };
  }
  if (path.startsWith('/_cluster/health')) return { status: 200, body: { status: 'green' } };
  if (!path.endsWith('/_bulk')) return { status: 200, body: {} };
  const lines = body as readonly { create?: { _id: string } }[];
  const items = lines.flatMap(({ create }, i) => {
    if (!create) return [];
    const status = documents.has(create._id) ? 409 : 201;
    if (status === 201) documents.set(create._id, lines[i + 1]);
    return [{ create: { status } }];
  });
  return { status: 200, body: { items } };
}

beforeEach(async () => {
  files.clear();
  documents.clear();
  requests = [];
  vi.stubEnv('ENVIRONMENT', 'test');
  vi.stubEnv('SEARCH_MEMORY_MB', '1769');
  vi.stubEnv('SEGMENTS_AT_ONCE', '2');
  vi.stubEnv('BUILDS_AT_ONCE', '3');
  vi.stubEnv('CLUSTER_FROM_ROWS', '1');
  // Several segments, the first of which takes several requests to load.
  planSizes.rangeBytes = 12_000;
  vi.mocked(indexes.getIndex).mockResolvedValue(record);
  vi.mocked(indexes.countOlderBuilds).mockResolvedValue(0);
  for (const write of [
    indexes.setStage,
    indexes.setPlanned,
    indexes.setRowsTrained,
    indexes.beginPiece,
    indexes.setPiece,
    indexes.endPiece,
    indexes.holdChanges,
    indexes.publishBuild,
  ]) {
    vi.mocked(write).mockReset().mockResolvedValue(undefined);
  }
  vi.mocked(datasets.headCatalogFile).mockResolvedValue({
    sizeBytes: csv.length,
    modifiedAt: new Date(0),
    eTag: 'first',
    versionId: undefined,
    uploadedBy: undefined,
  });
  vi.mocked(datasets.datasetSource).mockReturnValue(memorySource(csv));
  vi.mocked(bucket.getObject).mockImplementation(async (key) => files.get(key));
  vi.mocked(bucket.putObject).mockImplementation(async (key, body) => {
    files.set(key, Buffer.from(body));
  });
  vi.mocked(bucket.openObject).mockImplementation(async (key) => memorySource(files.get(key)!));
  vi.mocked(clusters.loadedCluster).mockReturnValue(answer);
  planned = await trainModel(await planBuild(build));
});

test('a dataset of three ranges makes three segments', () => {
  expect(planned).toMatchObject({ segments: [0, 1, 2] });
});

const context = { getRemainingTimeInMillis: () => 900_000 };
const buildAll = async () => {
  for (const number of [0, 1, 2]) await buildSegment({ ...build, number });
};

/** A newer build of the index has begun. */
const supersede = () =>
  vi.mocked(indexes.getIndex).mockResolvedValue({ ...record, build_id: 'bld_2' });

test('segments may be loaded in any order, and every row gets its own number', async () => {
  await buildAll();
  for (const number of [2, 0, 1]) await loadSegment({ ...build, number }, context);
  const ids = [...documents.keys()].map(Number).sort((a, b) => a - b);
  expect(ids).toEqual([...Array(rows).keys()]);
});

test('a segment whose build died is built again to the same bytes, and one that is done is not', async () => {
  await buildSegment({ ...build, number: 1 });
  const before = new Map(files);
  files.delete(`${folder}segment-00001.json`);
  await buildSegment({ ...build, number: 1 });
  expect(files).toEqual(before);
  vi.mocked(bucket.putObject).mockClear();
  await buildSegment({ ...build, number: 1 });
  expect(bucket.putObject).not.toHaveBeenCalled();
});

test('loading that ran out of time goes on where it ended', async () => {
  await buildAll();
  let checks = 0;
  const short = { getRemainingTimeInMillis: () => (checks++ === 0 ? 900_000 : 0) };
  const load = loadSegment({ ...build, number: 0 }, short);
  await expect(load).rejects.toMatchObject({ name: 'MoreToLoadError' });
  const loaded = documents.size;
  expect(loaded).toBeGreaterThan(0);
  requests = [];
  await loadSegment({ ...build, number: 0 }, context);
  const sent = requests.flatMap(({ body }) => (Array.isArray(body) ? body : []));
  expect(sent.length / 2).toBe(documents.size - loaded);
});

test('a step of a build that another has replaced writes and loads nothing', async () => {
  await buildAll();
  const before = new Map(files);
  files.delete(`${folder}segment-00002.json`);
  supersede();
  const number = 2;
  const stale = { name: 'StaleBuildError' };
  await expect(buildSegment({ ...build, number })).rejects.toMatchObject(stale);
  await expect(loadSegment({ ...build, number }, context)).rejects.toMatchObject(stale);
  expect(requests).toEqual([]);
  expect(files.size).toBe(before.size - 1);
});

test.each([
  { to: 'the cluster', loads: [0, 1, 2] },
  { to: 'functions', loads: undefined },
])(
  'a rebuild moves an index to $to: the old version serves until one write replaces it',
  async ({ loads }) => {
    const old = 'org/org_1/idx_1/bld_0/';
    vi.mocked(indexes.getIndex).mockResolvedValue({
      ...record,
      manifest_key: `${old}manifest.json`,
    });
    await buildAll();
    for (const number of loads ?? []) await loadSegment({ ...build, number }, context);
    vi.mocked(indexes.publishBuild).mockImplementationOnce(async () => {
      // All rows are there before, and the alias moves afterwards.
      expect(documents.size).toBe(loads ? rows : 0);
      expect(requests.some(({ path }) => path === '/_aliases')).toBe(false);
    });
    await publishIndex({ ...build, loads });
    const [, { manifestKey, supersedes }] = vi.mocked(indexes.publishBuild).mock.lastCall!;
    expect({ manifestKey, supersedes }).toEqual({
      manifestKey: `${folder}manifest.json`,
      supersedes: old,
    });
    const { cluster, rowCount } = JSON.parse(String(files.get(manifestKey)));
    expect(rowCount).toBe(rows);
    expect(cluster?.index).toBe(loads && 'antecede-test-org_1-idx_1-bld_1');
    expect(requests.some(({ path }) => path === '/_aliases')).toBe(loads !== undefined);
  },
);

test('a delivery that is served until the publication begins is published with it', async () => {
  await buildAll();
  const publishing = (documents_version: string) => {
    const { dataset_key, dataset_size, columns_role, columns_data } = record;
    const source = { dataset_key, dataset_size, columns_role, columns_data, documents_version };
    return { ...record, build: { ...record.build, source } };
  };
  vi.mocked(indexes.getIndex).mockResolvedValue(publishing('loaded'));
  // It is served while the step begins; from the stage on, it would be refused.
  vi.mocked(indexes.setStage).mockImplementationOnce(async () => {
    vi.mocked(indexes.getIndex).mockResolvedValue(publishing('week'));
  });
  await publishIndex({ ...build });
  const [, { source }] = vi.mocked(indexes.publishBuild).mock.lastCall!;
  expect(source.documents_version).toBe('week');
});

test('a build is stopped by its next report of progress', async () => {
  vi.mocked(indexes.beginPiece).mockRejectedValue(new indexes.StaleBuildError('idx_1', 'bld_1'));
  const building = buildSegment({ ...build, number: 0 });
  await expect(building).rejects.toMatchObject({ name: 'StaleBuildError' });
  expect(files.has(`${folder}segment-00000.bin`)).toBe(false);
});

describe('a kill at any write loses no change of rows that was acknowledged, and shows none in part', () => {
  /** The write at which the process ends, and whether it is stored. */
  let kill: { write: string; isStored: boolean } | undefined;
  let serving: indexes.IndexRecord;
  let built: { files: ReadonlyMap<string, Uint8Array>; serving: indexes.IndexRecord } | undefined;

  async function write(name: string, store: () => void): Promise<void> {
    const isKill = kill && name.endsWith(kill.write);
    if (!isKill || kill!.isStored) store();
    if (!isKill) return;
    kill = undefined;
    throw new Error('killed');
  }

  const rowsOf = (...ids: string[]) => ids.map((id) => ({ id, text: `Ferry ${id} is new` }));
  const change = (upserts: Record<string, string>[], deletes: string[]) =>
    changeRows(build.index_id, record.org_id, { key: 'id', upserts, deletes }, new Date());
  const first = () => change(rowsOf('a', 'b'), ['5']);
  const second = () => change([{ id: 'b', text: 'Ferry b again' }, ...rowsOf('c')], ['a', '6']);
  const afterFirst = { rows: rows + 1, a: 'Ferry a is new', b: 'Ferry b is new', 5: 0, 6: 1 };
  const afterSecond = { rows, b: 'Ferry b again', c: 'Ferry c is new', 5: 0, 6: 0 };

  /** What searches find. */
  async function found() {
    const folder = bucket.folderOf(serving.manifest_key!);
    const openFile = async (name: string) => memorySource(files.get(folder + name)!);
    const manifest = parseManifest(String(files.get(serving.manifest_key!)));
    const published = await open(manifest, openFile);
    const changed =
      serving.changes_key && (await changes.readChanges(serving.changes_key, manifest));
    const index = changed ? await published.changed(changed) : published;
    const { hits, totalFound } = await index.search({ text: '', limit: 1000 });
    const { hits: last } = await index.search({
      text: '',
      limit: 10,
      filters: [{ column: 'id', operator: 'in', value: ['a', 'b', 'c'] }],
      fields: ['id', 'text'],
    });
    const ids = new Set(hits.map(({ row }) => row.id));
    const counts = Object.fromEntries([5, 6].map((id) => [id, Number(ids.has(String(id)))]));
    return {
      rows: totalFound,
      ...Object.fromEntries(last.map(({ row }) => [row.id, row.text])),
      ...counts,
    };
  }

  /** A version that serves with the first change, and a build that has taken it in and is not published. */
  async function build2() {
    for (const number of [0, 1, 2]) await buildSegment({ ...build, number });
    await publishIndex(build);
    await first();
    const next = { ...build, build_id: 'bld_2' };
    serving = { ...serving, build_id: 'bld_2', build_started_at: '2026-11-01T00:00:00.000Z' };
    const plan = await planBuild(next);
    await trainModel(plan);
    for (const number of 'segments' in plan ? plan.segments : [])
      await buildSegment({ ...next, number });
    return { files: new Map(files), serving };
  }

  beforeEach(async () => {
    kill = undefined;
    serving = record;
    vi.mocked(indexes.getIndex).mockImplementation(async () => serving);
    vi.mocked(bucket.bucketSource).mockImplementation((key) => memorySource(files.get(key)!));
    vi.mocked(bucket.putObject).mockImplementation((key, body) =>
      write(key, () => files.set(key, Buffer.from(body))),
    );
    vi.mocked(changes.commitChanges).mockImplementation(async (from, _, { changesKey }) => {
      const isHeld = serving.build_started_at && serving.build.holds_changes;
      if (from.changes_key !== serving.changes_key || isHeld) return false;
      await write('commit', () => {
        serving = { ...serving, changes_key: changesKey };
      });
      return true;
    });
    vi.mocked(indexes.holdChanges).mockImplementation(() =>
      write('hold', () => {
        serving = { ...serving, build: { ...serving.build, holds_changes: true } };
      }),
    );
    vi.mocked(indexes.publishBuild).mockImplementation(
      (_, { manifestKey: manifest_key, changesKey: changes_key }) =>
        write('publish', () => {
          const { build_started_at: __, ...ended } = serving;
          serving = { ...ended, manifest_key, changes_key, build: indexes.newBuild };
        }),
    );
    built ??= await build2();
    files.clear();
    for (const [name, bytes] of built.files) files.set(name, bytes);
    serving = built.serving;
  });

  const written = ['segment.bin', 'rows.jsonl', 'deleted.bin', 'keys.jsonl', 'changes.json'];
  const moments = (writes: readonly string[]) =>
    writes.flatMap((name) => [false, true].map((isStored) => ({ write: name, isStored })));

  test.each(moments([...written, 'commit']))('of a change: $write, $isStored', async (at) => {
    expect(await found()).toEqual(afterFirst);
    kill = at;
    await expect(second()).rejects.toThrow('killed');
    const isFound = at.write === 'commit' && at.isStored;
    expect(await found()).toEqual(isFound ? afterSecond : afterFirst);
    await second();
    expect(await found()).toEqual(afterSecond);
  });

  test.each(moments(['bld_2/manifest.json', 'rejects.json', ...written, 'hold', 'publish']))(
    'of a publication: $write, $isStored',
    async (at) => {
      const next = { ...build, build_id: 'bld_2' };
      await second();
      kill = at;
      await expect(publishIndex(next)).rejects.toThrow('killed');
      expect(await found()).toEqual(afterSecond);
      await publishIndex(next);
      expect(serving.manifest_key).toContain('bld_2');
      expect(await found()).toEqual(afterSecond);
      await change(rowsOf('a'), ['c']);
      // As if its answer had been lost.
      await publishIndex(next);
      expect(await found()).toMatchObject({ rows, a: 'Ferry a is new' });
    },
  );
});
