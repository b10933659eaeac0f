import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memorySource, plan as planDataset } from '#engine';
import * as indexes from '../indexes.ts';
import * as bucket from '../indexes-bucket.ts';
import { buildingIndex } from '../test-records.ts';
import { handler } from './plan-build.ts';

vi.mock(import('../indexes.ts'), { spy: true });
vi.mock(import('../indexes-bucket.ts'), { spy: true });
const build = { index_id: 'idx_1', build_id: 'bld_1' };

/** The plan of a dataset of that many rows of 80 words, in two ranges, stands in the bucket already. */
async function planned(rows: number, terms?: number, hasVectors = false) {
  const vector = JSON.stringify([1, 2, 3, 4, 5, 6, 7, 8]);
  const csv = Buffer.from(`id,text,vector\n1,cat,"${vector}"\n2,dog,"${vector}"\n`);
  const columns = [
    { name: 'text', role: 'index', type: 'text' },
    { name: 'vector', role: hasVectors ? 'metadata' : 'ignore' },
  ] as const;
  const plan = {
    ...(await planDataset(memorySource(csv), columns, { rangeBytes: 5 })),
    recordCount: rows,
    sizeBytes: 520 * rows,
  };
  const dataset = { key: 'org/org_1/a.csv', sizeBytes: plan.sizeBytes, eTag: 'e' };
  vi.mocked(bucket.getObject).mockResolvedValue(
    Buffer.from(JSON.stringify({ dataset, plan, terms })),
  );
}

beforeEach(() => {
  vi.stubEnv('TABLE_INDEXES', 'indexes');
  vi.stubEnv('BUCKET_INDEXES', 'indexes');
  vi.stubEnv('SEARCH_MEMORY_MB', '1769');
  vi.stubEnv('SEGMENTS_AT_ONCE', '2');
  vi.stubEnv('BUILDS_AT_ONCE', '3');
  vi.mocked(indexes.getIndex).mockResolvedValue(buildingIndex);
  vi.mocked(indexes.setStage).mockResolvedValue(undefined);
  vi.mocked(indexes.setPlanned).mockResolvedValue(undefined);
  vi.mocked(bucket.putObject).mockResolvedValue(undefined);
});

afterEach(() => {
  vi.resetAllMocks();
  vi.unstubAllEnvs();
});

test('an index that no function of the installation can serve is not built', async () => {
  await planned(20_000_000);
  await expect(handler(build)).rejects.toMatchObject({
    name: 'IndexTooLargeError',
    message: expect.stringContaining('20,000,000 rows'),
  });
  expect(bucket.putObject).not.toHaveBeenCalled();
});

test('nor is one whose words do not fit into the memory of a search', async () => {
  await planned(3_000_000, 12_000_000);
  await expect(handler(build)).rejects.toMatchObject({
    name: 'IndexTooLargeError',
    message: expect.stringContaining('12,000,000 different words'),
  });
});

test('one that can be served by pages is', async () => {
  await planned(3_000_000);
  expect(await handler(build)).toEqual({ ...build, segments: [0, 1] });
});

test('with a cluster, what functions cannot hold goes there, and more if the operator prefers it', async () => {
  const loads = [0, 1];
  vi.stubEnv('CLUSTER_FROM_ROWS', 'Infinity');
  await planned(20_000_000);
  expect(await handler(build)).toMatchObject({ loads });
  await planned(3_000_000);
  expect(await handler(build)).not.toHaveProperty('loads');
  vi.stubEnv('CLUSTER_FROM_ROWS', '3000000');
  expect(await handler(build)).toMatchObject({ loads });
});

test('an index with vectors stays in the functions, or is refused', async () => {
  vi.stubEnv('CLUSTER_FROM_ROWS', '1000000');
  await planned(2_000_000, undefined, true);
  expect(await handler(build)).not.toHaveProperty('loads');
  await planned(20_000_000, undefined, true);
  await expect(handler(build)).rejects.toMatchObject({ code: 'vectors_on_cluster' });
});

test('the fourth build of an organization waits until an older one has ended', async () => {
  const startedAt = '2026-11-01T00:00:00.000Z';
  const record = { ...buildingIndex, build_started_at: startedAt };
  const older = vi.mocked(indexes.countOlderBuilds).mockResolvedValue(3);
  vi.mocked(indexes.getIndex).mockResolvedValue(record);
  await planned(2);
  await expect(handler(build)).rejects.toMatchObject({ name: 'NotYourTurnError' });
  expect(older).toHaveBeenCalledWith('org_1', startedAt);
  expect(indexes.setStage).not.toHaveBeenCalled();
  older.mockResolvedValue(2);
  expect(await handler(build)).toHaveProperty('segments');
});

test('a build that has begun goes on, and those of catalogues do not wait', async () => {
  vi.mocked(indexes.countOlderBuilds).mockResolvedValue(3);
  const begun = { ...buildingIndex, build_started_at: '2026-11-01T00:00:00.000Z' };
  await planned(2);
  vi.mocked(indexes.getIndex).mockResolvedValue({
    ...begun,
    build: { ...begun.build, stage: 'planning' },
  });
  expect(await handler(build)).toHaveProperty('segments');
  vi.mocked(indexes.getIndex).mockResolvedValue({ ...begun, org_id: indexes.catalogOwner });
  expect(await handler(build)).toHaveProperty('segments');
});
