import type { QueryClient } from '@tanstack/react-query';
import type { ColumnUses } from '#shared/column-uses.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import type { SearchExport } from '#shared/contract/search-exports.ts';
import type { ExportFormat } from '#shared/search-exports.ts';
import type { SearchRequest } from '#web/api/search.ts';
import { beginExport, followExport } from '#web/api/search-exports.ts';
import { formatNumber } from '#web/lib/format.ts';
import { showMessage, showProgress } from '#web/ui/feedback/passing-message.tsx';
import { failureTexts } from './export-failures.ts';
import { longFrom, mostExported } from './export-limits.ts';
import { exportRows, type PageFormat, rowsOf } from './export-rows.ts';

interface Saved {
  request: SearchRequest;
  total: number;
  /** Rows that are selected: only these are saved, if there are any. */
  selected: readonly FoundItem[];
  uses: ColumnUses | undefined;
  /** Address of the page of a row with this id. */
  addressOf: (id: string) => string;
}

/** Saves what is selected, or all that was found. Closing the message that says how far it is ends it. */
export async function saveRows(
  client: QueryClient,
  format: PageFormat,
  { request, total, selected, uses, addressOf }: Saved,
): Promise<void> {
  const { indexId } = request;
  if (selected.length > 0) return exportRows(format, { indexId, rows: selected, uses, addressOf });
  const run = new AbortController();
  const wanted = Math.min(total, mostExported);
  const progress = wanted > longFrom ? await showProgress(() => run.abort()) : undefined;
  const onProgress = (rows: number) =>
    progress?.tell(`Export: ${formatNumber(rows)} of ${formatNumber(wanted)} rows`);
  onProgress(0);
  try {
    const rows = await rowsOf(client, request, total, { signal: run.signal, onProgress });
    await exportRows(format, { indexId, rows, uses, addressOf });
  } catch (error) {
    if (!run.signal.aborted) throw error;
  } finally {
    progress?.end();
  }
}

/** Has a job write all that was found, and downloads the file. */
export async function writeAll(
  client: QueryClient,
  request: SearchRequest,
  format: ExportFormat,
): Promise<void> {
  await follow(client, await beginExport(client, request, format));
}

/** Says how far an export is, and downloads its file, unless somebody closes the message before. */
async function follow(client: QueryClient, begun: SearchExport): Promise<void> {
  const run = new AbortController();
  const progress = await showProgress(() => run.abort(), 'Close. The export goes on');
  const onProgress = (rows: number) =>
    progress.tell(`Export: ${formatNumber(rows)} of ${formatNumber(begun.rows_wanted)} rows`);
  onProgress(0);
  try {
    const ended = await followExport(client, begun, run.signal, onProgress);
    if (ended?.failure) await showMessage(failureTexts[ended.failure]);
    if (ended?.download_url) window.location.assign(ended.download_url);
  } catch (error) {
    if (!run.signal.aborted) throw error;
    await showMessage('The export goes on. You find it under Search, Exports.');
  } finally {
    progress.end();
  }
}
