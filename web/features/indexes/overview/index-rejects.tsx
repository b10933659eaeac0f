import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Index } from '#shared/contract/indexes.ts';
import { indexRejectsQuery } from '#web/api/index-build.ts';
import { downloadCsv } from '#web/lib/csv.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { Section } from '#web/ui/page/section.tsx';
import { LoadedTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import classes from './index-data.module.css';

interface Reject {
  line: number;
  reason: string;
}

const column = columnsOf<Reject>();

const columns = column.columns([
  column.accessor('line', { header: 'Line', cell: ({ getValue }) => formatNumber(getValue()) }),
  column.accessor('reason', { header: 'Reason' }),
]);

/** Rows of the dataset that could not be indexed, each with its line and the reason. */
export function IndexRejects({ index }: { index: Index }) {
  const rejects = useQuery(indexRejectsQuery(index));
  const downloadButton = (items: readonly Reject[]) => (
    <Button
      variant="default"
      size="xs"
      onClick={() =>
        downloadCsv(`${index.name}-rejects.csv`, [
          ['line', 'reason'],
          ...items.map(({ line, reason }) => [String(line), reason]),
        ])
      }
    >
      Download as CSV
    </Button>
  );
  return (
    <Section title="Rejected rows" actions={rejects.data && downloadButton(rejects.data.items)}>
      <p className={classes.dataset}>
        {formatCount(index.progress.rejects, 'row')} of the dataset could not be indexed.
        {rejects.data && rejects.data.total > rejects.data.items.length && (
          <> The first {formatNumber(rejects.data.items.length)} are listed.</>
        )}
      </p>
      <LoadedTable
        query={rejects}
        failure="The rejected rows could not be loaded"
        label="Rejected rows"
        columns={columns}
        rows={rejects.data?.items}
        rowKey={({ line }) => String(line)}
      />
    </Section>
  );
}
