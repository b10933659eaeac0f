import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { GrowableU32 } from '../file/growable.ts';
import { count } from '../record.ts';
import type { ByteSource } from '../source.ts';
import { isBlank, type RejectedRow, RowBatch, type RowEvent } from './batch.ts';
import { MAY_BE_PAGE, pageText } from './page-text.ts';
import { joinExtraCells } from './repair.ts';
import { CellList, dialectRecord, RecordScanner, recordEnd, splitCells } from './scan.ts';

export const rangeRecord = z.strictObject({
  /** Offset of the first byte. */
  start: count,
  /** Offset just past the last byte; always the end of a record. */
  end: count,
  /** Physical line at `start`, from 1. */
  firstLine: count,
});

/** A range of a file that contains whole records. */
export type ByteRange = Readonly<z.infer<typeof rangeRecord>>;

export const formatRecord = dialectRecord.extend({
  header: z.array(z.string()).readonly(),
  /** Position of the only column of free text, if there is one: rows with too many cells are repaired there. */
  freeText: count.optional(),
});

/** Format of a file: how to split it into the cells of its columns. */
export type RowFormat = Readonly<z.infer<typeof formatRecord>>;

const CHUNK_BYTES = 4 << 20;
const MAX_CELL_BYTES = 10 << 20;
const MAX_RECORD_BYTES = 64 << 20;
/** Rejects of a batch that are kept with their text, and how much of it. */
const SHOWN_REJECTS = 10;
const SHOWN_BYTES = 120;
const AMPERSAND = 38;
/** Begins a row that was left out when another format was converted: `!`. */
const LEFT_OUT = 33;
const LESS_THAN = 60;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();
const TOO_LONG = 'A cell of the row is longer than 10 MB.';

/** Collects the rows of one chunk of a file. */
class BatchBuilder {
  readonly #format: RowFormat;
  readonly #bytes: Buffer;
  readonly #cells = new CellList();
  readonly #lines = new GrowableU32();
  readonly #rejects: RejectedRow[] = [];
  #repairs = 0;
  readonly #damagedLines: number[] = [];
  /** Whether the whole chunk is valid UTF-8. Otherwise each record is checked. */
  readonly #allUtf8: boolean;
  /** Whether cells may have parts of HTML pages. */
  readonly #mayBePages: boolean;

  /** @param length bytes of the chunk that are whole records */
  constructor(format: RowFormat, chunk: Uint8Array, length: number) {
    this.#format = format;
    this.#bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const records = this.#bytes.subarray(0, length);
    this.#allUtf8 = isUtf8(records);
    this.#mayBePages = records.includes('&') || records.includes('<');
  }

  /** Adds one record. Missing cells become empty; blank records are skipped; invalid ones are rejected. */
  add(start: number, end: number, line: number, quoted: boolean): void {
    if (this.#format.converted && this.#bytes[start] === LEFT_OUT) {
      const [reason, text] = this.#bytes
        .toString('utf8', start + 1, end)
        .trim()
        .split('\t');
      this.#rejects.push({ line, reason: reason!, text });
      return;
    }
    const { starts, ends } = this.#cells;
    const first = starts.length;
    const repairs = this.#repairs;
    const reason = this.#split(start, end, quoted);
    const blank = reason === null && this.#isBlank(first);
    if (reason !== null || blank) {
      starts.length = first;
      ends.length = first;
      if (reason !== null) this.#reject(start, end, line, reason);
      return;
    }
    const damaged = !this.#allUtf8 && !isUtf8(this.#bytes.subarray(start, end));
    if (damaged) {
      this.#damagedLines.push(line);
      this.#repairs = repairs + 1;
    }
    if (damaged || this.#mayBePages) this.#clean(first);
    while (starts.length < first + this.#format.header.length) this.#cells.push(0, 0);
    this.#lines.push(line);
  }

  /** Replaces damaged characters by U+FFFD, and parts of HTML pages by their text. */
  #clean(first: number): void {
    const cells = this.#cells;
    for (let i = first; i < cells.starts.length; i++) {
      const content = cells.content(i, this.#bytes);
      const damaged = !this.#allUtf8 && !isUtf8(content);
      const marked = content.includes(AMPERSAND) || content.includes(LESS_THAN);
      if (!damaged && !marked) continue;
      const text = decoder.decode(content);
      const isPage = marked && MAY_BE_PAGE.test(text);
      if (!damaged && !isPage) continue;
      cells.replace(i, encoder.encode(isPage ? pageText(text) : text), this.#bytes);
    }
  }

  #reject(start: number, end: number, line: number, reason: string): void {
    if (this.#rejects.length >= SHOWN_REJECTS) this.#rejects.push({ line, reason });
    else {
      const text = this.#bytes.toString('utf8', start, Math.min(end, start + SHOWN_BYTES)).trim();
      this.#rejects.push({ line, reason, text });
    }
  }

  #split(start: number, end: number, quoted: boolean): string | null {
    const { header } = this.#format;
    const stop = recordEnd(this.#bytes, start, end, this.#format.newline);
    const { starts, ends } = this.#cells;
    const first = starts.length;
    const reason = splitCells(this.#bytes, start, stop, this.#format, quoted, this.#cells);
    if (reason !== null) return reason;
    const found = starts.length - first;
    const wanted = header.length;
    if (found > wanted) {
      // Spreadsheets write trailing delimiters, so blank extra cells are dropped.
      if (this.#isBlank(first + wanted)) {
        starts.length = first + wanted;
        ends.length = first + wanted;
      } else if (joinExtraCells(this.#bytes, this.#cells, first, this.#format)) this.#repairs++;
      else return `The row has ${found} cells, the header has ${wanted}.`;
    }
    for (let i = first; i < starts.length; i++) {
      if (ends.at(i) - starts.at(i) > MAX_CELL_BYTES) return TOO_LONG;
    }
    return null;
  }

  /** Whether all cells from this one on are blank. */
  #isBlank(first: number): boolean {
    const { starts, ends } = this.#cells;
    for (let i = first; i < starts.length; i++) {
      // Cells beyond the chunk contained doubled quotes, so they are not blank.
      if (starts.at(i) >= this.#bytes.length && ends.at(i) > starts.at(i)) return false;
      if (!isBlank(this.#bytes, starts.at(i), ends.at(i))) return false;
    }
    return true;
  }

  finish(): RowBatch {
    const cells = this.#cells;
    const bytes =
      cells.unescapedBytes > 0 ? Buffer.concat([this.#bytes, ...cells.unescaped]) : this.#bytes;
    return new RowBatch(
      bytes,
      this.#format.header.length,
      { starts: cells.starts.view(), ends: cells.ends.view() },
      this.#lines.view(),
      this.#rejects,
      this.#repairs,
      this.#damagedLines,
    );
  }
}

/** The records of a chunk. */
interface ChunkRecords {
  readonly ends: number[];
  /** Line number after each record. */
  readonly lines: number[];
  readonly quoted: boolean[];
}

function findRecords(scanner: RecordScanner, chunk: Uint8Array, last: boolean): ChunkRecords {
  const found: ChunkRecords = { ends: [], lines: [], quoted: [] };
  let end = 0;
  const take = () => {
    found.ends.push(end);
    found.lines.push(scanner.line);
    found.quoted.push(scanner.sawQuote);
    scanner.sawQuote = false;
  };
  for (let next = scanner.next(chunk, 0); next >= 0; next = scanner.next(chunk, next)) {
    end = next;
    take();
  }
  if (last && end < chunk.length) {
    end = chunk.length;
    take();
  }
  return found;
}

/** Skips a record that is too long. Returns the rest of the range. */
async function skipRecord(
  source: ByteSource,
  format: RowFormat,
  range: ByteRange,
): Promise<ByteRange> {
  const scanner = new RecordScanner(format, range.firstLine);
  for (let offset = range.start; offset < range.end; ) {
    const chunk = await source.read(offset, Math.min(CHUNK_BYTES, range.end - offset));
    if (chunk.length === 0) break;
    const end = scanner.next(chunk, 0);
    if (end >= 0) return { start: offset + end, end: range.end, firstLine: scanner.line };
    offset += chunk.length;
  }
  return { start: range.end, end: range.end, firstLine: scanner.line };
}

/**
 * Reads the rows of one range of a dataset in batches of some megabytes. Blank lines are skipped; invalid
 * rows become rejects. A record that crosses the end of a chunk is read again with the next chunk.
 */
export async function* readBatches(
  source: ByteSource,
  format: RowFormat,
  range: ByteRange,
): AsyncGenerator<RowBatch> {
  let rest = range;
  let wanted = CHUNK_BYTES;
  while (rest.start < rest.end) {
    const length = Math.min(wanted, rest.end - rest.start);
    const chunk = await source.read(rest.start, length);
    if (chunk.length === 0) break;
    const scanner = new RecordScanner(format, rest.firstLine);
    const last = chunk.length < length || rest.start + length >= rest.end;
    const { ends, lines, quoted } = findRecords(scanner, chunk, last);
    if (ends.length === 0 && wanted < MAX_RECORD_BYTES) {
      wanted *= 2;
      continue;
    }
    if (ends.length === 0) {
      const rejects = [{ line: rest.firstLine, reason: TOO_LONG }];
      const none = new Uint32Array(0);
      yield new RowBatch(chunk, format.header.length, { starts: none, ends: none }, none, rejects);
      rest = await skipRecord(source, format, rest);
    } else {
      const builder = new BatchBuilder(format, chunk, ends.at(-1)!);
      let start = 0;
      let line = rest.firstLine;
      ends.forEach((end, i) => {
        builder.add(start, end, line, quoted[i]!);
        start = end;
        line = lines[i]!;
      });
      yield builder.finish();
      rest = { start: rest.start + start, end: rest.end, firstLine: line };
    }
    wanted = CHUNK_BYTES;
  }
}

/** Reads a range row by row, as text. */
export async function* readRows(
  source: ByteSource,
  format: RowFormat,
  range: ByteRange,
): AsyncGenerator<RowEvent> {
  for await (const batch of readBatches(source, format, range)) yield* batch.events();
}
