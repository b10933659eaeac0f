import { expect, it } from 'vitest';
import { DatasetError } from '../../errors.ts';
import { firstBytes } from '../../formats/expand.ts';
import { openFile } from '../../formats/open-file.ts';
import { type ByteSource, memorySource } from '../../source.ts';
import type { RowEvent } from '../batch.ts';
import { detectEncoding } from '../encoding.ts';
import { toUtf8 } from '../normalize.ts';
import { planDataset, previewDataset } from '../plan.ts';
import { readRows } from '../read.ts';
import type { CorpusFile } from './corpus-file.ts';
import { encodingFiles } from './encodings.ts';
import { exportFiles } from './exports.ts';
import { formFiles } from './forms.ts';

const files = [...encodingFiles, ...formFiles, ...exportFiles];

/** The file as the build reads it: in UTF-8. */
async function normalized({ bytes, reading }: CorpusFile): Promise<ByteSource> {
  const source = memorySource(bytes);
  const packed = await openFile(source);
  if (packed) {
    const { chunks } = await packed.convert();
    return memorySource((await firstBytes(chunks, Number.POSITIVE_INFINITY)).bytes);
  }
  const encoding = reading?.encoding ?? (await detectEncoding(source));
  if (encoding === 'utf-8') return source;
  const chunks: Uint8Array[] = [];
  for await (const chunk of toUtf8(source, encoding)) chunks.push(chunk);
  return memorySource(Buffer.concat(chunks));
}

async function errorOf(reading: Promise<unknown>): Promise<string | undefined> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof DatasetError) return error.code;
    throw error;
  }
}

const rolesOf = (header: readonly string[]) =>
  header.map((name, i) => ({ name, role: i === 1 ? ('index' as const) : ('metadata' as const) }));

it('has 120 files', () => {
  expect(files.length).toBeGreaterThanOrEqual(120);
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
});

const refused = files.flatMap((each) =>
  typeof each.outcome === 'string' ? [{ ...each, code: each.outcome }] : [],
);
const read = files.flatMap((each) =>
  typeof each.outcome === 'string' ? [] : [{ ...each, table: each.outcome }],
);

/** Refused files that the preview shows all the same, with the reason. */
const shown: readonly string[] = ['header_only', 'mostly_rejected', 'one_column'];

it.each(refused)('$name is refused', async ({ code, ...each }) => {
  const { bytes, reading } = each;
  const columns = rolesOf(['id', 'text']);
  const plan = normalized(each).then((source) => planDataset(source, columns, { reading }));
  expect(await errorOf(plan)).toBe(code);
  const preview = errorOf(previewDataset(memorySource(bytes), reading));
  expect(await preview).toBe(shown.includes(code) ? undefined : code);
});

it.each(read)('$name is read alike by preview, plan and rows', async ({ table, ...each }) => {
  const { bytes, reading } = each;
  const { header, rows, encoding = 'utf-8', count = rows.length } = table;
  const { rejects = [], repairs = 0, damaged = [], hasHeader = true, skippedLines = 0 } = table;
  const preview = await previewDataset(memorySource(bytes), reading);
  expect(preview).toMatchObject({ encoding, header, hasHeader, skippedLines, repairs });
  expect(preview.damage?.lines ?? []).toEqual(damaged);
  expect(preview.sampleRows.slice(0, rows.length)).toEqual(rows);
  expect(preview.rowsRead).toBe(count + rejects.length);
  const source = await normalized(each);
  const rangeBytes = Math.max(7, bytes.length / 1000);
  const plan = await planDataset(source, rolesOf(preview.header), { reading, rangeBytes });
  expect(plan.header).toEqual(header);
  const events: RowEvent[] = [];
  for (const range of plan.ranges) {
    for await (const row of readRows(source, plan, range)) events.push(row);
  }
  const good = events.flatMap((row) => ('cells' in row ? [row.cells] : []));
  expect(good.slice(0, rows.length)).toEqual(rows);
  expect(good).toHaveLength(count);
  expect(events.flatMap((row) => ('reason' in row ? [row.line] : []))).toEqual(rejects);
});
