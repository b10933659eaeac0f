import { gunzipSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { parquetReadObjects } from 'hyparquet';
import { beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#shared/limits.ts';
import { type ExportFormat, exportFormats } from '#shared/search-exports.ts';
import * as work from './export-work.ts';
import * as bucket from './exports-bucket.ts';
import type { RowReader } from './read-rows.ts';
import type { SearchExportRecord } from './search-exports.ts';
import { TooLarge, writeFile } from './write-file.ts';

vi.mock('./exports-bucket.ts');
vi.mock('./export-work.ts');
// So that a Parquet file becomes several parts.
vi.mock(import('./export-settings.ts'), async (original) => {
  const { exportSettings } = await original();
  return { exportSettings: { ...exportSettings, parquetGroupBytes: 4 << 20 } };
});

const columns = ['id', 'text'];
const total = 5000;
/** Words that differ, so that a workbook does not become a single part. */
const textOf = (row: number) =>
  Array.from({ length: 900 }, (_, at) => ((row * 7919 + at * 104_729) % 999_983).toString(36)).join(
    ' ',
  );

/** Reads rows whose cursor is the number of the next one. */
const reader = {
  columns,
  async read(limit: number, after = '0') {
    const start = Number(after);
    const end = Math.min(total, start + limit);
    const rows = Array.from({ length: end - start }, (_, at) => [
      `row-${start + at}`,
      textOf(start + at),
    ]);
    const bytes = rows.reduce((sum, row) => sum + row.join('').length, 0);
    return { rows, bytes, next: end < total ? String(end) : undefined };
  },
} as unknown as RowReader;

const recordOf = (format: ExportFormat): SearchExportRecord => ({
  export_id: 'exp_1',
  org_id: 'org_1',
  index_id: 'idx_1',
  request_hash: '',
  format,
  status: 'writing',
  ranked: false,
  total,
  wanted: total,
  rows: 0,
  taken: 0,
  day: '2026-11-26',
  created_at: '2026-11-26T14:00:00.000Z',
  worker: 'wrk_1',
  leased_until: '2026-11-26T14:05:00.000Z',
  tries: 1,
  expires_at: 0,
});

let parts: Map<number, Uint8Array>;
let upload: SearchExportRecord['upload'];
beforeEach(() => {
  parts = new Map();
  upload = undefined;
  vi.mocked(bucket.beginUpload).mockResolvedValue('u1');
  vi.mocked(bucket.uploadPart).mockImplementation(async (_record, _upload, number, bytes) => {
    parts.set(number, bytes);
    return `"${number}"`;
  });
  vi.mocked(work.noteStored).mockImplementation(async (record, stored) => {
    upload = stored;
    return { ...record, upload: stored };
  });
  vi.mocked(work.noteProgress).mockImplementation(async (record) => record);
  vi.mocked(bucket.isNotOpen).mockImplementation(
    (error) => (error as Error).name === 'NoSuchUpload',
  );
});

const fileOf = () =>
  Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part));

/** What a reader of the format finds in a file. */
async function textIn(format: ExportFormat, file: Buffer): Promise<string> {
  if (format === 'xlsx') return strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!);
  if (format !== 'parquet') return file.toString();
  const rows = await parquetReadObjects({
    file: new Uint8Array(file).buffer,
    compressors: { GZIP: (packed) => gunzipSync(packed) },
  });
  return JSON.stringify(rows);
}

test.each(exportFormats)(
  '%s: workers that are cut short at any part write the same rows',
  async (format) => {
    let written: Awaited<ReturnType<typeof writeFile>> = 'unfinished';
    let turns = 0;
    while (written === 'unfinished') {
      turns += 1;
      // Each has time for one part only. What a worker wrote beyond the last noted part is written again.
      parts.set(upload ? upload.parts.length + 1 : 1, Buffer.from('cut short'));
      written = await writeFile({ ...recordOf(format), upload }, reader, 0);
    }
    expect(turns).toBeGreaterThan(1);
    const file = fileOf();
    expect(written).toEqual({ rows: total, bytes: file.length });
    expect(bucket.completeUpload).toHaveBeenLastCalledWith(
      expect.anything(),
      'u1',
      [...parts.keys()].toSorted((a, b) => a - b).map((number) => `"${number}"`),
    );
    const text = await textIn(format, file);
    expect([...text.matchAll(/row-(\d+)/g)].map(([, row]) => Number(row))).toEqual(
      Array.from({ length: total }, (_, row) => row),
    );
  },
);

test('a file that was completed right before a worker was killed is ready; one whose upload is gone fails', async () => {
  vi.mocked(bucket.completeUpload).mockRejectedValue(
    Object.assign(new Error('gone'), { name: 'NoSuchUpload' }),
  );
  const record = { ...recordOf('csv'), wanted: 10 };
  vi.mocked(bucket.hasFile).mockResolvedValue(true);
  expect(await writeFile(record, reader, 0)).toMatchObject({ rows: 10 });
  vi.mocked(bucket.hasFile).mockResolvedValue(false);
  await expect(writeFile(record, reader, 0)).rejects.toThrow('gone');
  // Nobody knows its upload.
  expect(bucket.abortUpload).toHaveBeenLastCalledWith(record, 'u1');
});

test('a worker that has lost its export stops, and one whose file grows too large', async () => {
  vi.mocked(work.noteStored).mockResolvedValue(undefined);
  expect(await writeFile(recordOf('csv'), reader, 0)).toBe('lost');
  const large = {
    upload_id: 'u1',
    parts: ['"1"'],
    rows: 10,
    bytes: limits.exportBytesMax,
    after: '10',
  };
  await expect(writeFile({ ...recordOf('csv'), upload: large }, reader, 0)).rejects.toThrow(
    TooLarge,
  );
});
