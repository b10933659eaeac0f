import { limits } from '#shared/limits.ts';
import { exportSettings } from './export-settings.ts';
import { noteProgress, noteStored } from './export-work.ts';
import {
  abortUpload,
  beginUpload,
  completeUpload,
  hasFile,
  isNotOpen,
  uploadPart,
} from './exports-bucket.ts';
import type { RowReader } from './read-rows.ts';
import { openWriter } from './row-writers/open-writer.ts';
import type { SearchExportRecord } from './search-exports.ts';

/** The file would be larger than `limits.exportBytesMax`. */
export class TooLarge extends Error {}

const mostRowsRead = 1000;

/** Rows that are about a page of bytes, if they are as long as those of the page before. */
const rowsOfPage = (rows: number, bytes: number) =>
  Math.max(
    1,
    Math.min(mostRowsRead, Math.floor((rows * exportSettings.pageBytes) / Math.max(1, bytes))),
  );

/**
 * Reads rows and stores them part by part, from where the worker before this one stopped. Of what is not stored as a part,
 * nothing remains when a worker is killed: the next one reads these rows again.
 * @param until milliseconds of the epoch after which another worker goes on
 * @returns rows and bytes of the complete file; `unfinished`; or `lost` if another worker holds the export, or it was deleted
 * @throws TooLarge
 */
export async function writeFile(
  record: SearchExportRecord,
  reader: RowReader,
  until: number,
): Promise<{ rows: number; bytes: number } | 'unfinished' | 'lost'> {
  const stored = record.upload ?? {
    upload_id: await beginUpload(record),
    parts: [],
    rows: 0,
    bytes: 0,
  };
  // Nobody else knows an upload that is not recorded.
  let isRecorded = record.upload !== undefined;
  const writer = openWriter(record.format, reader.columns, stored);
  let { after, rows, bytes } = stored;
  let parts = stored.parts;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const add = (piece: Uint8Array) => {
    pending.push(piece);
    pendingBytes += piece.length;
    bytes += piece.length;
  };
  const store = async () => {
    const part = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    parts = [...parts, await uploadPart(record, stored.upload_id, parts.length + 1, part)];
  };
  if (parts.length === 0) add(writer.begin());
  const lost = async () => {
    if (!isRecorded) await abortUpload(record, stored.upload_id);
    return 'lost' as const;
  };
  let limit: number = exportSettings.firstRows;
  let notedAt = Date.now();
  try {
    for (;;) {
      // Of no rows, one is read: the loop ends with it.
      const page = await reader.read(Math.max(1, Math.min(limit, record.wanted - rows)), after);
      const wanted = page.rows.slice(0, record.wanted - rows);
      add(writer.rows(wanted));
      rows += wanted.length;
      after = page.next;
      if (after === undefined || rows >= record.wanted) break;
      const size = writer.textBytes ?? bytes;
      if (size > limits.exportBytesMax) throw new TooLarge();
      limit = rowsOfPage(page.rows.length, page.bytes);
      if (pendingBytes >= exportSettings.partBytes && !writer.isHolding) {
        await store();
        const now = { ...stored, parts, rows, bytes, after, ...writer.state };
        if (!(await noteStored(record, now))) return await lost();
        isRecorded = true;
        if (Date.now() > until) return 'unfinished';
      } else if (Date.now() - notedAt > exportSettings.progressMs) {
        notedAt = Date.now();
        if (!(await noteProgress(record, rows))) return await lost();
      }
    }
    add(writer.end());
    await store();
    await completeUpload(record, stored.upload_id, parts);
  } catch (error) {
    // A worker before this one has completed the file of these very rows, and was killed right after.
    if (!(isNotOpen(error) && (await hasFile(record)))) {
      await lost();
      throw error;
    }
  }
  return { rows, bytes };
}
