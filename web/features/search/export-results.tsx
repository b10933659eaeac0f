import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ColumnUses } from '#shared/column-uses.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import { limits } from '#shared/limits.ts';
import type { ExportFormat } from '#shared/search-exports.ts';
import type { SearchRequest } from '#web/api/search.ts';
import { citationFormatNames, citationFormats } from '#web/lib/citation-formats.ts';
import { messageOf } from '#web/lib/errors.ts';
import { formatNumber } from '#web/lib/format.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/menu/menu.tsx';
import { longFrom, mostExported } from './export-limits.ts';
import type { PageFormat } from './export-rows.ts';

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

/** Formats of files are only needed once somebody saves one. */
const loadExports = () => import('./run-export.ts');

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
      const { saveRows } = await loadExports();
      await saveRows(client, format, { request, total, selected, uses, addressOf });
    },
    onError,
  });
  const write = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const { writeAll } = await loadExports();
      await writeAll(client, request, format);
    },
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
        <>
          <MenuItem onClick={() => write.mutate('jsonl')}>JSON lines, for programs</MenuItem>
          <MenuItem onClick={() => write.mutate('parquet')}>Parquet, for programs</MenuItem>
        </>
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
