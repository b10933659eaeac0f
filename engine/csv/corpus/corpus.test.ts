import { describe, expect, it } from 'vitest';
import { DatasetError } from '../../errors.ts';
import { type ByteSource, memorySource } from '../../source.ts';
import type { RowEvent } from '../batch.ts';
import { detectEncoding } from '../encoding.ts';
import { toUtf8 } from '../normalize.ts';
import { planDataset, previewDataset } from '../plan.ts';
import { readRows } from '../read.ts';
import type { CorpusFile } from './corpus-file.ts';
import { encodingFiles } from './encodings.ts';
import { formFiles } from './forms.ts';

const files = [...encodingFiles, ...formFiles];

/** The file as the build reads it: in UTF-8. */
async function normalized({ bytes, reading }: CorpusFile): Promise<ByteSource> {
  const source = memorySource(bytes);
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

describe.each(files)('$name', (each) => {
  const { bytes, reading, outcome } = each;

  if (typeof outcome === 'string') {
    it(`is refused: ${outcome}`, async () => {
      const columns = rolesOf(['id', 'text']);
      const plan = normalized(each).then((source) => planDataset(source, columns, { reading }));
      expect(await errorOf(plan)).toBe(outcome);
      const preview = errorOf(previewDataset(memorySource(bytes), reading));
      // The preview shows what there is, with what is wrong with it.
      const shown = ['header_only', 'mostly_rejected', 'one_column'].includes(outcome);
      expect(await preview).toBe(shown ? undefined : outcome);
    });
    return;
  }

  it('is read alike by preview, plan and rows', async () => {
    const { header, rows, encoding = 'utf-8', count = rows.length } = outcome;
    const { rejects = [], repairs = 0, hasHeader = true, skippedLines = 0 } = outcome;
    const preview = await previewDataset(memorySource(bytes), reading);
    expect(preview).toMatchObject({ encoding, header, hasHeader, skippedLines, repairs });
    expect(preview.sampleRows.slice(0, rows.length)).toEqual(rows);
    expect(preview.rowsRead).toBe(count + rejects.length);
    const source = await normalized(each);
    const plan = await planDataset(source, rolesOf(preview.header), { reading, rangeBytes: 7 });
    expect(plan.header).toEqual(header);
    const read: RowEvent[] = [];
    for (const range of plan.ranges.slice(0, 2000)) {
      for await (const row of readRows(source, plan, range)) read.push(row);
    }
    const good = read.flatMap((row) => ('cells' in row ? [row.cells] : []));
    expect(good.slice(0, rows.length)).toEqual(rows);
    if (plan.ranges.length <= 2000) expect(good).toHaveLength(count);
    const left = read.flatMap((row) => ('reason' in row ? [row.line] : []));
    expect(left).toEqual(rejects);
  });
});
