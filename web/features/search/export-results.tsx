import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ColumnUses } from '#shared/column-uses.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import type { SearchExport } from '#shared/contract/search-exports.ts';
import { limits } from '#shared/limits.ts';
import type { ExportFormat } from '#shared/search-exports.ts';
import type { SearchRequest } from '#web/api/search.ts';
import { beginExport, followExport } from '#web/api/search-exports.ts';
import { citationFormatNames, citationFormats } from '#web/lib/citation-formats.ts';
import { messageOf } from '#web/lib/errors.ts';
import { formatNumber } from '#web/lib/format.ts';
import { showMessage, showProgress } from '#web/ui/feedback/passing-message.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/menu/menu.tsx';
import { failureTexts } from './export-failures.ts';
import { exportRows, mostExported, type PageFormat, rowsOf } from './export-rows.ts';

interface ExportResultsProps {
  request: SearchRequest;
  total: number;
  /** Rows that are selected, in the order of the list. */
  selected: readonly FoundItem[];
  uses: ColumnUses | undefined;
  /** Path of the page of a row with this id. */
  pathOf: (id: string) => string;
}

/** A job writes them, unless rows are selected, which the page has. */
const tables: readonly ['csv' | 'xlsx', string][] = [
  ['csv', 'CSV, for any spreadsheet'],
  ['xlsx', 'Excel'],
];

/** From this many rows on an export says how far it is. */
const longFrom = 1000;

/**
 * Saves what is selected, or all that was found, as a file. All that was found is written by a job, which goes on when the page is
 * closed; lists of citations are written here, and closing their message ends them.
 */
export function ExportResults({ request, total, selected, uses, pathOf }: ExportResultsProps) {
  const client = useQueryClient();
  const onError = (error: Error) => void showMessage(`Error: ${messageOf(error)}`);
  const addressOf = (id: string) => new URL(pathOf(id), window.location.href).href;
  const save = useMutation({
    mutationFn: async (format: PageFormat) => {
      if (selected.length > 0) return exportRows(format, { rows: selected, uses, addressOf });
      const run = new AbortController();
      const wanted = Math.min(total, mostExported);
      const progress = wanted > longFrom ? await showProgress(() => run.abort()) : undefined;
      const onProgress = (rows: number) =>
        progress?.tell(`Export: ${formatNumber(rows)} of ${formatNumber(wanted)} rows`);
      onProgress(0);
      try {
        const rows = await rowsOf(client, request, total, { signal: run.signal, onProgress });
        await exportRows(format, { rows, uses, addressOf });
      } catch (error) {
        if (!run.signal.aborted) throw error;
      } finally {
        progress?.end();
      }
    },
    onError,
  });
  const write = useMutation({
    mutationFn: async (format: ExportFormat) =>
      follow(client, await beginExport(client, request, format)),
    onError,
  });
  const isSelection = selected.length > 0;
  const what = (most: number) => {
    if (isSelection) return `${formatNumber(selected.length)} selected`;
    if (total > most) return `The first ${formatNumber(most)} of ${formatNumber(total)}`;
    return total === 1 ? 'The result' : `All ${formatNumber(total)}`;
  };
  const label = (most: number) => {
    const searches = Math.ceil(Math.min(total, most) / limits.searchMaxItems);
    const isLong = !isSelection && total > longFrom;
    return isLong ? `${what(most)}, counts as ${formatNumber(searches)} searches` : what(most);
  };
  return (
    <Menu
      position="bottom-end"
      button={
        <Button
          variant="subtle"
          size="compact-sm"
          loading={save.isPending || write.isPending}
          leftSection={<IconDownload size={16} stroke={1.6} />}
        >
          Export
        </Button>
      }
    >
      <MenuLabel>{label(isSelection ? total : limits.exportRowsMax)}</MenuLabel>
      {tables.map(([format, name]) => (
        <MenuItem
          key={format}
          onClick={() => (isSelection ? save.mutate(format) : write.mutate(format))}
        >
          {name}
        </MenuItem>
      ))}
      {!isSelection && (
        <MenuItem onClick={() => write.mutate('jsonl')}>JSON lines, for programs</MenuItem>
      )}
      {!isSelection && total > mostExported && <MenuLabel>{label(mostExported)}</MenuLabel>}
      {citationFormatNames.map((format) => (
        <MenuItem key={format} onClick={() => save.mutate(format)}>
          {citationFormats[format]}
        </MenuItem>
      ))}
    </Menu>
  );
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
