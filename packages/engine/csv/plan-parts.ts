/**
 * Plans files that are too large for one pass: each part is scanned on its own, and `joinParts` puts the results
 * together. A part does not know whether it begins inside of a quoted cell, so it is read both ways until the two
 * agree, mostly after a few records.
 */
import * as z from 'zod';
import { count } from '../record.ts';
import type { ColumnSpec } from '../schema.ts';
import type { ByteSource } from '../source.ts';
import {
  CHUNK_BYTES,
  type DatasetPlan,
  isUtf8Part,
  openTable,
  type PlanOptions,
  planOf,
  readChunk,
} from './plan.ts';
import type { ByteRange } from './read.ts';
import { RecordScanner } from './scan.ts';
import { unclosedQuote } from './table.ts';

/** A part of a file. It begins at the first line break from `from` on, and ends at the first from `to` on. */
export interface FilePart {
  readonly from: number;
  readonly to: number;
}

/** The end of a record, with the line breaks between the start of the part and it. */
const recordEnd = z.strictObject({ at: count, lines: count });

type RecordEnd = z.infer<typeof recordEnd>;

/** A part as it is read if it begins outside, or inside, of a quoted cell. */
const partReading = z.strictObject({
  /** Records that end in the part, and the end of the last. */
  records: count,
  lastEnd: count.optional(),
  /** Where ranges end: at the first record that reaches each multiple of the range's size. */
  cuts: z.array(recordEnd),
  endsInside: z.boolean(),
  /** Line breaks before the last quote that opens a cell. */
  quoteLines: count.optional(),
});

type PartReading = z.infer<typeof partReading>;

/** The form of a scan that was stored as JSON. */
export const partScan = z.strictObject({
  lines: count,
  outside: partReading,
  inside: partReading,
  notUtf8At: count.optional(),
});

/** What is known of a part. */
export type PartScan = z.infer<typeof partScan>;

/** Options of a plan by parts. */
export type PartOptions = PlanOptions & { readonly rangeBytes: number };

/** Cuts a file into parts of about `partBytes`, a multiple of `rangeBytes`. */
export function partsOf(sizeBytes: number, partBytes: number, rangeBytes: number): FilePart[] {
  const step = Math.max(1, Math.round(partBytes / rangeBytes)) * rangeBytes;
  return Array.from({ length: Math.ceil(sizeBytes / step) }, (_, i) => ({
    from: i * step,
    to: Math.min(sizeBytes, (i + 1) * step),
  }));
}

/** Follows the records of a part in one of its readings. */
class PartReader {
  readonly #scanner: RecordScanner;
  readonly #rangeBytes: number;
  #nextCut: number;
  records = 0;
  lastEnd: number | undefined;
  readonly cuts: RecordEnd[] = [];

  constructor(scanner: RecordScanner, rangeBytes: number, firstCut: number) {
    this.#scanner = scanner;
    this.#rangeBytes = rangeBytes;
    this.#nextCut = firstCut;
  }

  get lines(): number {
    return this.#scanner.line;
  }

  /** Ends of records in a chunk at an offset of the file. */
  ends(chunk: Uint8Array, offset: number): RecordEnd[] {
    const ends: RecordEnd[] = [];
    for (let at = this.#scanner.next(chunk, 0); at >= 0; at = this.#scanner.next(chunk, at)) {
      ends.push({ at: offset + at, lines: this.#scanner.line });
    }
    return ends;
  }

  take(end: RecordEnd): void {
    this.records++;
    this.lastEnd = end.at;
    if (end.at < this.#nextCut) return;
    this.cuts.push(end);
    this.#nextCut = (Math.floor(end.at / this.#rangeBytes) + 1) * this.#rangeBytes;
  }

  reading(): PartReading {
    const { insideQuotes, sawQuote, quoteLine } = this.#scanner;
    return {
      records: this.records,
      lastEnd: this.lastEnd,
      cuts: this.cuts,
      endsInside: insideQuotes,
      quoteLines: sawQuote ? quoteLine : undefined,
    };
  }
}

/** Position after the first line break from `from` on; the end of the file if there is none. */
async function afterLineBreak(source: ByteSource, from: number, newline: number): Promise<number> {
  for (let offset = from; offset < source.sizeBytes; ) {
    const chunk = await source.read(offset, 64 << 10);
    const found = chunk.indexOf(newline);
    if (found >= 0) return offset + found + 1;
    if (chunk.length === 0) break;
    offset += chunk.length;
  }
  return source.sizeBytes;
}

/**
 * Scans a part of a file.
 * @param source the file in UTF-8
 * @param part one of `partsOf`, with the same `rangeBytes`
 * @throws DatasetError for files that are not usable as a whole
 */
export async function scanPart(
  source: ByteSource,
  { from, to }: FilePart,
  { rangeBytes, reading, onBytes }: PartOptions,
): Promise<PartScan> {
  const table = await openTable(source, reading);
  const border = async (at: number) =>
    at <= table.start ? table.start : afterLineBreak(source, at - 1, table.newline);
  const [start, end] = [await border(from), await border(to)];
  const firstCut = (Math.floor(start / rangeBytes) + 1) * rangeBytes;
  const outside = new PartReader(new RecordScanner(table, 0), rangeBytes, firstCut);
  // The record that the part begins in reaches the border before it.
  const inside = new PartReader(new RecordScanner(table, 0, true), rangeBytes, start);
  /** What the reading from outside had when both agreed. */
  let agreed: { records: number; cuts: number } | undefined;
  let notUtf8At: number | undefined;
  const memory = new Uint8Array(Math.min(CHUNK_BYTES, source.sizeBytes));
  for (let offset = start; offset < end; ) {
    const chunk = (await readChunk(source, offset, memory)).subarray(0, end - offset);
    if (chunk.length === 0) break;
    if (notUtf8At === undefined && !isUtf8Part(chunk)) notUtf8At = offset;
    const ends = outside.ends(chunk, offset);
    const others = agreed ? [] : inside.ends(chunk, offset);
    let other = 0;
    for (const one of ends) {
      while (!agreed && other < others.length && others[other]!.at < one.at) {
        inside.take(others[other++]!);
      }
      outside.take(one);
      if (!agreed && others[other]?.at === one.at) {
        inside.take(one);
        agreed = { records: outside.records, cuts: outside.cuts.length };
      }
    }
    if (!agreed) for (const one of others.slice(other)) inside.take(one);
    offset += chunk.length;
    await onBytes?.(offset - start);
  }
  const read = outside.reading();
  return {
    lines: outside.lines,
    outside: read,
    inside: agreed
      ? {
          ...read,
          records: inside.records + outside.records - agreed.records,
          cuts: [...inside.cuts, ...outside.cuts.slice(agreed.cuts)],
        }
      : inside.reading(),
    notUtf8At,
  };
}

/**
 * Puts the parts of a file together: each tells whether the next begins inside of a quoted cell.
 * @throws DatasetError for files that are not usable as a whole
 */
export async function joinParts(
  source: ByteSource,
  columns: readonly ColumnSpec[],
  scans: readonly PartScan[],
  { reading }: PlanOptions = {},
): Promise<DatasetPlan> {
  const table = await openTable(source, reading);
  const ranges: ByteRange[] = [];
  let range = { start: table.start, firstLine: table.firstLine };
  let [recordCount, lastEnd, line, quoteLine] = [0, table.start, table.firstLine, 0];
  let isInside = false;
  let notUtf8At: number | undefined;
  for (const scan of scans) {
    const part: PartReading = isInside ? scan.inside : scan.outside;
    for (const { at, lines } of part.cuts) {
      ranges.push({ ...range, end: at });
      range = { start: at, firstLine: line + lines };
    }
    recordCount += part.records;
    lastEnd = part.lastEnd ?? lastEnd;
    if (part.quoteLines !== undefined) quoteLine = line + part.quoteLines;
    isInside = part.endsInside;
    line += scan.lines;
    notUtf8At ??= scan.notUtf8At;
  }
  if (isInside) throw unclosedQuote(quoteLine);
  if (lastEnd < source.sizeBytes) recordCount++;
  if (source.sizeBytes > range.start) ranges.push({ ...range, end: source.sizeBytes });
  return planOf(source, table, columns, { ranges, recordCount, notUtf8At });
}
