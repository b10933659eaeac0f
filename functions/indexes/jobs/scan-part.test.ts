import { beforeEach, expect, test, vi } from 'vitest';
import { memorySource } from '#engine';
import * as datasets from '#functions/datasets/datasets-bucket.ts';
import * as indexes from '../indexes.ts';
import * as bucket from '../indexes-bucket.ts';
import { planSizes } from '../plan-sizes.ts';
import { buildingIndex } from '../test-records.ts';
import { handler as planBuild } from './plan-build.ts';
import { handler as scanPart } from './scan-part.ts';

vi.mock(import('#functions/datasets/datasets-bucket.ts'), { spy: true });
vi.mock(import('../indexes.ts'), { spy: true });
vi.mock(import('../indexes-bucket.ts'), { spy: true });

const build = { index_id: 'idx_1', build_id: 'bld_1' };
const folder = 'org/org_1/idx_1/bld_1/';
const row = (number: number) =>
  `${number},"A text${number % 3 ? '' : ',\nin two lines'}, with ""quotes"" in it"\n`;
const csv = Buffer.from(`id,text\n${Array.from({ length: 500 }, (_, i) => row(i)).join('')}`);
/** Stands for the store. */
const files = new Map<string, string>();
let eTag = 'first';

beforeEach(() => {
  files.clear();
  eTag = 'first';
  vi.stubEnv('SEARCH_MEMORY_MB', '1769');
  vi.stubEnv('SEGMENTS_AT_ONCE', '2');
  vi.stubEnv('BUILDS_AT_ONCE', '3');
  // A kilobyte stands for a gigabyte.
  Object.assign(planSizes, { wholeBytes: 16_000, partBytes: 8000, rangeBytes: 1000 });
  const record = {
    ...buildingIndex,
    dataset_key: 'data-catalog/a.csv',
    dataset_size: csv.length,
    columns_role: { id: 'metadata', text: 'index' } as const,
  };
  vi.mocked(indexes.getIndex).mockResolvedValue(record);
  vi.mocked(indexes.setStage).mockResolvedValue(undefined);
  vi.mocked(indexes.setPlanned).mockResolvedValue(undefined);
  vi.mocked(indexes.beginPiece).mockResolvedValue(undefined);
  vi.mocked(indexes.endPiece).mockReset().mockResolvedValue(undefined);
  vi.mocked(datasets.headCatalogFile).mockImplementation(async () => ({
    sizeBytes: csv.length,
    modifiedAt: new Date(0),
    eTag,
    versionId: undefined,
    uploadedBy: undefined,
  }));
  vi.mocked(datasets.datasetSource).mockReturnValue(memorySource(csv));
  vi.mocked(bucket.putObject).mockImplementation(async (key, body) => {
    files.set(key, String(body));
  });
  vi.mocked(bucket.getObject).mockImplementation(async (key) => {
    const text = files.get(key);
    return text === undefined ? undefined : Buffer.from(text);
  });
});

const plan = () => JSON.parse(files.get(`${folder}plan.json`)!);

/** The parts that the plan step asks for. */
async function cut(): Promise<number[]> {
  const state = await planBuild(build);
  if (!('parts' in state)) throw new Error('It was planned at once.');
  return state.parts;
}

test('a large dataset is planned by parts, with the rows that one pass finds', async () => {
  planSizes.wholeBytes = csv.length;
  await planBuild(build);
  const whole = plan();
  files.clear();
  planSizes.wholeBytes = 16_000;

  const parts = await cut();
  expect(parts.length).toBeGreaterThan(2);
  for (const number of parts) await scanPart({ ...build, number });
  const read = vi.mocked(indexes.endPiece).mock.calls.map(([, , { bytes = 0 }]) => bytes);
  expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBe(csv.length);
  const state = await planBuild(build);
  expect(state).toEqual({ ...build, segments: [...plan().plan.ranges.keys()] });
  expect(plan().plan).toMatchObject({ recordCount: 500, header: ['id', 'text'] });
  expect({ ...plan().plan, ranges: [] }).toEqual({ ...whole.plan, ranges: [] });
  expect(plan().plan.ranges).toHaveLength(Math.ceil(csv.length / 1000));
  expect(indexes.setPlanned).toHaveBeenLastCalledWith(build, 500, 'functions');
});

test('a step that died is repeated without reading again what was read', async () => {
  const parts = await cut();
  await scanPart({ ...build, number: parts[1]! });
  vi.mocked(datasets.datasetSource).mockClear();
  await scanPart({ ...build, number: parts[1]! });
  expect(datasets.datasetSource).not.toHaveBeenCalled();
  expect(await cut()).toEqual(parts);
});

test('a dataset that was replaced between two steps fails the build', async () => {
  for (const number of await cut()) await scanPart({ ...build, number });
  eTag = 'second';
  await expect(planBuild(build)).rejects.toMatchObject({ name: 'DatasetGoneError' });
});
