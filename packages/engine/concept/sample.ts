import type { RowBatch } from '../csv/batch.ts';
import { seededRandom } from '../random.ts';
import { type IndexSchema, searchedColumns } from '../schema.ts';
import { BulkScanner } from '../text/bulk-scanner.ts';
import { detectLanguage } from '../text/detect-language.ts';
import { IndexAnalyzer } from '../text/index-analyzer.ts';
import { languagesOfTexts } from '../text/language-teller.ts';
import type { Language } from '../text/languages.ts';
import { TermScanner } from '../text/term-scanner.ts';
import type { TermRows } from './term-rows.ts';

/** Sampled rows as term numbers. */
export interface TermSample extends TermRows {
  /** That of most rows first. */
  readonly languages: readonly Language[];
  readonly analyzer: IndexAnalyzer;
  /** Usable rows that were read. */
  readonly rowCount: number;
  /** Number of each sampled row among all usable rows, from 0. */
  readonly rowNumbers: readonly number[];
  /** Whether every cell of a sampled row was used in full. */
  readonly whole: readonly boolean[];
  readonly terms: readonly string[];
  /** The most frequent word form of each term, shown to people instead of the stem. */
  readonly surfaces: readonly string[];
  /** Mean number of terms of each field, over the rows where it is not empty. */
  readonly averageLengths: readonly number[];
}

const MAX_FIELD_BYTES = 8_000;
/** Size of a batch that is turned into terms at once. */
const PACK_BYTES = 4 << 20;
const LANGUAGE_ROWS = 300;
const LANGUAGE_CHARACTERS = 2_000;

/** The searched cells of a row, concatenated, each truncated to some kilobytes. */
interface SampledRow {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly ends: readonly number[];
  readonly fullLengths: readonly number[];
}

/** `end`, or the last character boundary within the maximum field length. */
function cutEnd(bytes: Uint8Array, start: number, end: number): number {
  if (end - start <= MAX_FIELD_BYTES) return end;
  let cut = start + MAX_FIELD_BYTES;
  while ((bytes[cut]! & 0xc0) === 0x80) cut--;
  return cut;
}

function copyRow(
  batch: RowBatch,
  row: number,
  positions: readonly number[],
  number: number,
): SampledRow {
  const ends: number[] = [];
  const fullLengths: number[] = [];
  let length = 0;
  for (const position of positions) {
    const i = row * batch.columns + position;
    const [start, end] = [batch.starts[i]!, batch.ends[i]!];
    length += cutEnd(batch.bytes, start, end) - start;
    ends.push(length);
    fullLengths.push(end - start);
  }
  // Small buffers come from Node's pool, which spares the garbage collector.
  const bytes = Buffer.allocUnsafe(length);
  positions.forEach((position, f) => {
    const at = f === 0 ? 0 : ends[f - 1]!;
    const start = batch.starts[row * batch.columns + position]!;
    bytes.set(batch.bytes.subarray(start, start + ends[f]! - at), at);
  });
  return { number, bytes, ends, fullLengths };
}

/** Upper bounds of a sample. */
export interface SampleLimits {
  readonly rows: number;
  /** Bytes of the searched cells, so that long rows do not slow training down. */
  readonly bytes: number;
}

/**
 * Reservoir sampling (Vitter 1985, algorithm R): every row has the same chance. When the rows exceed the
 * byte limit, random rows are dropped and the reservoir shrinks.
 */
async function sampleRows(
  batches: AsyncIterable<RowBatch> | Iterable<RowBatch>,
  schema: IndexSchema,
  limits: SampleLimits,
  seed: number,
) {
  const positions = searchedColumns(schema).map((column) => column.position);
  const random = seededRandom(seed);
  const sampled: SampledRow[] = [];
  let size = limits.rows;
  let bytes = 0;
  let rowCount = 0;
  for await (const batch of batches) {
    for (let r = 0; r < batch.rowCount; r++) {
      if (positions.every((position) => batch.isBlank(r, position))) continue;
      rowCount++;
      const position = sampled.length < size ? sampled.length : Math.floor(random() * rowCount);
      if (position >= size) continue;
      bytes -= sampled[position]?.bytes.length ?? 0;
      sampled[position] = copyRow(batch, r, positions, rowCount - 1);
      bytes += sampled[position].bytes.length;
      while (bytes > limits.bytes && sampled.length > 1) {
        const dropped = Math.floor(random() * sampled.length);
        bytes -= sampled[dropped]!.bytes.length;
        sampled[dropped] = sampled.at(-1)!;
        sampled.pop();
        size = sampled.length;
      }
    }
  }
  return { sampled, rowCount };
}

/** The first characters of a row as text, fields separated by spaces. */
function beginning(row: SampledRow): string {
  const decoder = new TextDecoder();
  const texts = row.ends.map((end, f) =>
    decoder.decode(row.bytes.subarray(f === 0 ? 0 : row.ends[f - 1]!, end)),
  );
  return texts.join(' ').slice(0, LANGUAGE_CHARACTERS);
}

/** The languages of rows, the one that most of their words are in first. */
function languagesOf(rows: readonly SampledRow[]): Language[] {
  const step = Math.max(1, rows.length / LANGUAGE_ROWS);
  const texts: string[] = [];
  // Files often list the rows of one language after those of another.
  for (let at = 0; at < rows.length; at += step) texts.push(beginning(rows[Math.floor(at)]!));
  const language = detectLanguage(texts);
  const told = languagesOfTexts(texts);
  const main = language === 'und' ? (told[0] ?? language) : language;
  return [main, ...told.filter((one) => one !== main)];
}

/** Groups rows, in order, into batches of some megabytes. */
function* packs(rows: readonly SampledRow[]): Generator<SampledRow[]> {
  let pack: SampledRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (bytes + row.bytes.length > PACK_BYTES && pack.length > 0) {
      yield pack;
      pack = [];
      bytes = 0;
    }
    pack.push(row);
    bytes += row.bytes.length;
  }
  yield pack;
}

/**
 * Samples rows, detects their languages and turns them into term numbers. Cells are truncated to 8,000
 * bytes.
 */
export async function sampleTerms(
  batches: AsyncIterable<RowBatch> | Iterable<RowBatch>,
  schema: IndexSchema,
  limits: SampleLimits,
  seed: number,
  threads: number,
): Promise<TermSample> {
  const { sampled, rowCount } = await sampleRows(batches, schema, limits, seed);
  const languages = languagesOf(sampled);
  const analyzer = new IndexAnalyzer(languages);
  const scanner = new TermScanner(analyzer.analyzers);
  const fieldCount = searchedColumns(schema).length;
  const bulk = new BulkScanner(scanner, threads);
  for (const rows of packs(sampled)) {
    const bytes = Buffer.concat(rows.map((row) => row.bytes));
    const starts = new Uint32Array(rows.length * fieldCount);
    const ends = new Uint32Array(starts.length);
    let [at, cell] = [0, 0];
    for (const row of rows) {
      let start = 0;
      for (const end of row.ends) {
        starts[cell] = at + start;
        ends[cell++] = at + end;
        start = end;
      }
      at += row.bytes.length;
    }
    bulk.add(bytes, starts, ends, analyzer.languagesOfCells(bytes, starts, ends, fieldCount));
  }
  bulk.finish();
  const [tokens, ends] = [bulk.tokens.view(), bulk.ends.view()];
  const totals = new Float64Array(fieldCount);
  const filled = new Uint32Array(fieldCount);
  sampled.forEach((row, r) => {
    row.ends.forEach((end, f) => {
      const i = r * fieldCount + f;
      const found = ends[i]! - (i === 0 ? 0 : ends[i - 1]!);
      if (found === 0) return;
      filled[f]!++;
      const used = end - (f === 0 ? 0 : row.ends[f - 1]!);
      totals[f]! += found * (row.fullLengths[f]! / used);
    });
  });
  return {
    languages,
    analyzer,
    rowCount,
    rowNumbers: sampled.map((row) => row.number),
    whole: sampled.map((row) => {
      const full = row.fullLengths.reduce((sum, length) => sum + length, 0);
      return row.bytes.length === full;
    }),
    terms: scanner.terms,
    surfaces: scanner.surfaces(),
    fieldCount,
    tokens,
    ends,
    averageLengths: Array.from(filled, (count, f) => (count > 0 ? totals[f]! / count : 1)),
  };
}
