import { freeTextColumn } from '../column-kind.ts';
import { DatasetError } from '../errors.ts';
import type { ByteSource } from '../source.ts';
import { NO_TEXT, type RejectedRow } from './batch.ts';
import { type RowFormat, readBatches } from './read.ts';
import { NEVER_CLOSED } from './scan.ts';
import { type Table, unclosedQuote } from './table.ts';

/** The rows at the beginning of a table, from which the kinds of its columns are inferred. */
export interface TableSample {
  readonly format: RowFormat;
  /** Some of the rows, in file order. */
  readonly rows: readonly (readonly string[])[];
  /** Number of rows that were read, and those among them that were rejected or repaired. */
  readonly read: number;
  readonly rejects: readonly RejectedRow[];
  readonly repairs: number;
  /** Lines of those with damaged characters. */
  readonly damagedLines: readonly number[];
}

const SAMPLE_BYTES = 4 << 20;
const SAMPLE_ROWS = 1000;
const EXAMPLES = 3;

/** Rows with damaged characters: how many, and the lines of the first. */
export interface DamageSummary {
  readonly count: number;
  readonly lines: readonly number[];
}

/** Sums up rows with damaged characters; undefined if there are none. */
export const summarizeDamage = (lines: readonly number[]): DamageSummary | undefined =>
  lines.length === 0 ? undefined : { count: lines.length, lines: lines.slice(0, EXAMPLES) };

/** Why rows are left out: the commonest reason, how many rows it concerns, and the first of them. */
export interface RejectSummary {
  readonly count: number;
  readonly reason: string;
  readonly examples: readonly RejectedRow[];
}

/** Groups reasons that differ only in their numbers. */
const reasonKind = (reason: string) => reason.replace(/\d+/g, '0');

/** Sums up rows that were left out; undefined if there are none. */
export function summarizeRejects(rejects: readonly RejectedRow[]): RejectSummary | undefined {
  const [first, ...others] = Map.groupBy(rejects, ({ reason }) => reasonKind(reason)).values();
  if (!first) return undefined;
  const commonest = others.reduce((most, one) => (one.length > most.length ? one : most), first);
  return {
    count: rejects.length,
    reason: commonest[0]!.reason,
    examples: commonest.slice(0, EXAMPLES),
  };
}

/** The error of a file of which most rows cannot be read, with the commonest reason and examples. */
function mostlyRejected({ count, reason, examples }: RejectSummary, read: number) {
  const lines = examples.map(({ line }) => line).join(', ');
  if (reason === NO_TEXT) {
    return new DatasetError(
      'mostly_rejected',
      `${count} of ${read} rows have no text in the columns that are searched, for example in lines ${lines}. Choose another index column, or fill these cells and upload the file again.`,
      examples[0]!.line,
    );
  }
  return new DatasetError(
    'mostly_rejected',
    `${count} of ${read} rows cannot be read. The commonest reason, in lines such as ${lines}: ${reason} Correct the file and upload it again, or read it with another delimiter or encoding.`,
    examples[0]!.line,
  );
}

async function readSample(source: ByteSource, format: RowFormat, table: Table) {
  const range = { start: table.start, end: source.sizeBytes, firstLine: table.firstLine };
  const rows: (readonly string[])[] = [];
  const rejects: RejectedRow[] = [];
  let read = 0;
  const damagedLines: number[] = [];
  let repairs = 0;
  let bytes = 0;
  for await (const batch of readBatches(source, format, range)) {
    const step = Math.max(1, Math.floor(batch.rowCount / SAMPLE_ROWS));
    // The first rows are shown to people, the others are spread over the batch.
    for (let r = 0; r < batch.rowCount && rows.length < SAMPLE_ROWS; r += r < 200 ? 1 : step) {
      rows.push(format.header.map((_, column) => batch.cell(r, column)));
    }
    const open = batch.rejects.find(({ reason }) => reason === NEVER_CLOSED);
    if (open) throw unclosedQuote(open.line);
    rejects.push(...batch.rejects);
    read += batch.rowCount + batch.rejects.length;
    repairs += batch.repairs;
    damagedLines.push(...batch.damagedLines);
    bytes += batch.bytes.length;
    if (bytes >= SAMPLE_BYTES) break;
  }
  return { format, rows, read, rejects, repairs, damagedLines };
}

/**
 * Reads the first megabytes of a table.
 * @throws DatasetError `unclosed_quote`
 */
export async function sampleTable(source: ByteSource, table: Table): Promise<TableSample> {
  const sample = await readSample(source, table, table);
  const freeText = freeTextColumn(sample.rows, table.header.length);
  if (freeText === undefined) return sample;
  const format = { ...table, freeText };
  return sample.rejects.length === 0 ? { ...sample, format } : readSample(source, format, table);
}

/**
 * Refuses a table of which more than half of the rows cannot be read.
 * @param rejects some of the rows that were left out
 * @param count how many were left out, of `read`
 * @throws DatasetError `mostly_rejected`
 */
export function requireMostRows(rejects: readonly RejectedRow[], count: number, read: number) {
  const summary = summarizeRejects(rejects);
  if (summary && count > read / 2) throw mostlyRejected({ ...summary, count }, read);
}

/**
 * Refuses a table without usable rows.
 * @throws DatasetError `header_only`, `mostly_rejected`
 */
export function requireRows({ read, rejects }: TableSample): void {
  if (read === 0) {
    throw new DatasetError(
      'header_only',
      'The file has names of columns but no rows. Add rows and upload it again.',
      1,
    );
  }
  requireMostRows(rejects, rejects.length, read);
}
