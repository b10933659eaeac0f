import { publicOrigin } from '#core/runtime/config.ts';
import { logger, noteFailed } from '#core/runtime/log.ts';
import { queueHandler } from '#core/runtime/queue-handler.ts';
import { getIndex } from '#functions/indexes/index.ts';
import { queryPublishedIndex, wholeIndex } from '#functions/search/index.ts';
import { isCatalog } from '#shared/catalogs.ts';
import { ProductError } from '#shared/errors.ts';
import type { ExportFailure } from '#shared/search-exports.ts';
import { type ExportMessage, enqueueExport, exportMessage } from '../export-queue.ts';
import { exportSettings } from '../export-settings.ts';
import {
  claimExport,
  markExportFailed,
  markExportReady,
  noteRestart,
  releaseExport,
} from '../export-work.ts';
import {
  abortUpload,
  getExportedSearch,
  isNotOpen,
  removeExportedSearch,
  removeFilesOf,
} from '../exports-bucket.ts';
import { mailExport } from '../mail-export.ts';
import { RowReader } from '../read-rows.ts';
import { getSearchExport, type SearchExportRecord } from '../search-exports.ts';
import { TooLarge, writeFile } from '../write-file.ts';

/** Writes the files of exports. Every step may be repeated: cut short anywhere, another worker goes on. */
export const handler = queueHandler(exportMessage, serve);

async function serve(message: ExportMessage): Promise<void> {
  const now = new Date();
  const leasedUntil = new Date(now.getTime() + exportSettings.leaseSeconds * 1000);
  const record = await claimExport(message, leasedUntil, now);
  if (!record) return concludeAgain(message);
  if (record.tries > exportSettings.tries) return fail(record, 'interrupted');
  try {
    // If this worker is killed, its own message comes back much later than the lease ends.
    await enqueueExport(record, exportSettings.takeUpSeconds);
    const failure = await write(record, now);
    if (failure) await fail(record, failure);
  } catch (error) {
    const { org_id, export_id, tries } = record;
    logger.error('export not written', {
      org: org_id,
      export: export_id,
      tries,
      error: error as Error,
    });
    await begunAnew(record, error);
    await releaseExport(record, new Date());
    await enqueueExport(record, exportSettings.retrySeconds * 4 ** (tries - 1));
  }
}

/** What is stored is of no use if the index was built again meanwhile, or if the upload is gone. */
async function begunAnew(record: SearchExportRecord, error: unknown): Promise<void> {
  if (!record.upload || !(isInvalid(error) || isNotOpen(error))) return;
  await abortUpload(record, record.upload.upload_id);
  await noteRestart(record);
}

const isInvalid = (error: unknown) =>
  error instanceof ProductError && ['InvalidRequest', 'KeyRestricted'].includes(error.code);

/** Goes on with a file. @returns why it cannot be written, if it cannot */
async function write(record: SearchExportRecord, now: Date): Promise<ExportFailure | undefined> {
  const index = await getIndex(record.index_id);
  if (!index || (index.org_id !== record.org_id && !isCatalog(record.index_id)))
    return 'index-gone';
  const search = await getExportedSearch(record);
  // Programs know the addresses of their own pages.
  const origin = record.user_id ? publicOrigin() : undefined;
  const until = now.getTime() + exportSettings.turnMs;
  try {
    const written = await queryPublishedIndex(
      { ...wholeIndex(record.index_id), scope: search.scope },
      (opened) => writeFile(record, new RowReader(opened, search, record, index, origin), until),
    );
    if (written === 'lost') return undefined;
    if (written === 'unfinished') {
      await releaseExport(record, new Date());
      await enqueueExport(record);
      return undefined;
    }
    await end(record, written);
  } catch (error) {
    if (error instanceof TooLarge) return 'too-large';
    // From the first row on, it is the search itself that the index refuses.
    if (isInvalid(error) && !record.upload) return 'refused';
    throw error;
  }
  return undefined;
}

async function end(record: SearchExportRecord, written: { rows: number; bytes: number }) {
  const ready = await markExportReady(record, written, new Date());
  if (!ready) {
    // It was deleted while the file was completed.
    if (!(await getSearchExport(record.org_id, record.export_id))) await removeFilesOf(record);
    return;
  }
  await conclude(ready);
  const { org_id, export_id, index_id, rows } = ready;
  const elapsedMs = Date.now() - Date.parse(ready.created_at);
  logger.info('export written', {
    org: org_id,
    export: export_id,
    index: index_id,
    rows,
    elapsedMs,
  });
}

/** What follows the end of an export. It may be repeated: the mail is sent once. */
async function conclude(ended: SearchExportRecord): Promise<void> {
  await removeExportedSearch(ended);
  await mailExport(ended);
}

/** A worker may have been killed after it had ended the export; its message for that case comes later. */
async function concludeAgain({ org_id, export_id }: ExportMessage): Promise<void> {
  const record = await getSearchExport(org_id, export_id);
  if (record && record.status !== 'writing') await conclude(record);
}

async function fail(record: SearchExportRecord, failure: ExportFailure): Promise<void> {
  const now = new Date();
  // This worker may have begun the upload.
  const { upload } = (await getSearchExport(record.org_id, record.export_id)) ?? {};
  if (!(await markExportFailed(record, failure, now))) return;
  if (upload) await abortUpload(record, upload.upload_id);
  await conclude({ ...record, status: 'failed', failure, ended_at: now.toISOString() });
  logger.warn('export failed', { org: record.org_id, export: record.export_id, failure });
  if (failure === 'interrupted') noteFailed('exports');
}
