import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ColumnUses } from '#shared/column-uses.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import type { SearchRequest } from '#web/api/search.ts';
import { messageOf } from '#web/lib/errors.ts';
import { formatNumber } from '#web/lib/format.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
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

/** Saves what is selected, or all that was found up to a thousand, as a file. */
export function ExportResults({ request, total, selected, uses, pathOf }: ExportResultsProps) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const rows = selected.length > 0 ? selected : await rowsOf(client, request);
      const addressOf = (id: string) => new URL(pathOf(id), window.location.href).href;
      await exportRows(format, { rows, uses, addressOf });
    },
    onError: (error) => showMessage(`Error: ${messageOf(error)}`),
  });
  const what = () => {
    if (selected.length > 0) return `${formatNumber(selected.length)} selected`;
    if (total > mostExported)
      return `The first ${formatNumber(mostExported)} of ${formatNumber(total)}`;
    return total === 1 ? 'The result' : `All ${formatNumber(total)}`;
  };
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
        <Menu.Label>{what()}</Menu.Label>
        {formats.map(([format, name]) => (
          <Menu.Item key={format} onClick={() => save.mutate(format)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
