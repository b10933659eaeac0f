import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ColumnUses } from '#shared/column-uses.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import { limits } from '#shared/limits.ts';
import type { SearchRequest } from '#web/api/search.ts';
import { messageOf } from '#web/lib/errors.ts';
import { formatNumber } from '#web/lib/format.ts';
import { showMessage, showProgress } from '#web/ui/feedback/passing-message.tsx';
import { type ExportFormat, exportRows, mostExported, rowsOf } from './export-rows.ts';

interface ExportResultsProps {
  request: SearchRequest;
  total: number;
  /** Rows that are selected, in the order of the list. */
  selected: readonly FoundItem[];
  uses: ColumnUses | undefined;
  /** Path of the page of a row with this id. */
  pathOf: (id: string) => string;
}

const formats: readonly [ExportFormat, string][] = [
  ['csv', 'CSV, for any spreadsheet'],
  ['xlsx', 'Excel'],
  ['ris', 'RIS, for citation managers'],
  ['bibtex', 'BibTeX'],
  ['st14', 'Citations as in search reports (ST.14)'],
];

/** From this many rows on an export says how far it is. */
const longFrom = 1000;

/**
 * Saves what is selected, or all that was found, as a file. A long export goes on while the person works on other pages of the
 * app, and says how far it is; closing its message ends it.
 */
export function ExportResults({ request, total, selected, uses, pathOf }: ExportResultsProps) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const addressOf = (id: string) => new URL(pathOf(id), window.location.href).href;
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
    onError: (error) => showMessage(`Error: ${messageOf(error)}`),
  });
  const what = () => {
    if (selected.length > 0) return `${formatNumber(selected.length)} selected`;
    if (total > mostExported)
      return `The first ${formatNumber(mostExported)} of ${formatNumber(total)}`;
    return total === 1 ? 'The result' : `All ${formatNumber(total)}`;
  };
  const searches = Math.ceil(Math.min(total, mostExported) / limits.searchMaxItems);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          loading={save.isPending}
          leftSection={<IconDownload size={16} stroke={1.6} />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {what()}
          {selected.length === 0 &&
            total > longFrom &&
            `, counts as ${formatNumber(searches)} searches`}
        </Menu.Label>
        {formats.map(([format, name]) => (
          <Menu.Item key={format} onClick={() => save.mutate(format)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
