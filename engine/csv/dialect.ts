import { DatasetError } from '../errors.ts';
import { RecordScanner, recordEnd, splitRecord } from './scan.ts';

/** How a file separates cells and lines. */
export interface Dialect {
  /** Byte between cells: comma, semicolon, tab or pipe. */
  readonly delimiter: number;
  /** Byte that ends a line: 10, or 13 in files of old Macintosh programs. */
  readonly newline: number;
  /** Bytes to skip at the start of the file (UTF-8 byte order mark). */
  readonly bomBytes: number;
}

const DELIMITERS = [44, 59, 9, 124];
const SAMPLE_RECORDS = 50;
const SIGNATURES: readonly { bytes: readonly number[]; what: string }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: 'a ZIP archive or an Excel workbook' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: 'an Excel workbook' },
  { bytes: [0x1f, 0x8b], what: 'a gzip archive' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF document' },
];

const startsWith = (bytes: Uint8Array, prefix: readonly number[]) =>
  prefix.every((byte, i) => bytes[i] === byte);

/** Rejects files that are not UTF-8 text, naming the detected type. */
function rejectOtherFormats(head: Uint8Array): void {
  const known = SIGNATURES.find(({ bytes }) => startsWith(head, bytes));
  if (known) {
    throw new DatasetError(
      'not_csv',
      `This is ${known.what}, not a CSV file. Export the table as CSV (UTF-8) and upload that.`,
    );
  }
  const zeros = head.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0);
  const utf16 = startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff]);
  if (utf16 || (zeros > head.length / 4 && zeros < head.length * 0.75)) {
    throw new DatasetError(
      'wrong_encoding',
      'The file is encoded as UTF-16. Save it as "CSV UTF-8" and upload it again.',
      1,
    );
  }
  if (zeros > 0) {
    throw new DatasetError('not_csv', 'This is a binary file, not a CSV file.');
  }
}

/** Cell counts of the first records when split by one delimiter. */
function cellCounts(head: Uint8Array, delimiter: number, newline: number): number[] {
  const scanner = new RecordScanner(delimiter, newline, 1);
  const counts: number[] = [];
  let start = 0;
  while (counts.length < SAMPLE_RECORDS && start < head.length) {
    scanner.sawQuote = false;
    let end = scanner.next(head, start);
    // The last record of the head may be incomplete. Its count is used only if it is the only one.
    if (end < 0 && counts.length > 0) break;
    if (end < 0) end = head.length;
    const record = head.subarray(start, recordEnd(head, start, end, newline));
    start = end;
    if (record.length === 0) continue;
    const split = splitRecord(record, delimiter, scanner.sawQuote);
    if ('cells' in split) counts.push(split.cells.length);
  }
  return counts;
}

/**
 * Detects delimiter, line break and byte order mark from the first bytes of a file. The best delimiter
 * splits most records into as many cells as the header; more cells break ties.
 * @param head first bytes of the file, 64 KiB are plenty
 * @throws DatasetError `empty_file`, `not_csv`, `wrong_encoding`
 */
export function detectDialect(head: Uint8Array): Dialect {
  if (head.length === 0) throw new DatasetError('empty_file', 'The file is empty.');
  rejectOtherFormats(head);
  const bomBytes = startsWith(head, [0xef, 0xbb, 0xbf]) ? 3 : 0;
  const body = head.subarray(bomBytes);
  if (body.every((byte) => byte <= 32)) throw new DatasetError('empty_file', 'The file is empty.');
  const newline = body.includes(10) || !body.includes(13) ? 10 : 13;
  let delimiter = DELIMITERS[0]!;
  let best = 0;
  for (const candidate of DELIMITERS) {
    const counts = cellCounts(body, candidate, newline);
    const cells = counts[0] ?? 0;
    if (cells < 2) continue;
    const agreeing = counts.filter((count) => count === cells).length / counts.length;
    const score = agreeing + 0.01 * Math.min(cells, 20);
    if (score > best) {
      best = score;
      delimiter = candidate;
    }
  }
  return { delimiter, newline, bomBytes };
}
