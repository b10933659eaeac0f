import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { columnLabel } from '#shared/column-label.ts';
import type { OrganizationMonth, OrganizationRow } from '#shared/contract/admin.ts';
import { formatBytes, limits } from '#shared/limits.ts';
import { formatDate, formatNumber } from '#web/lib/format.ts';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { latencyText, usdText } from './month-figures.tsx';
import { OrganizationTable } from './organization-table.tsx';

const column = columnsOf<OrganizationRow>();

/** Of one's own organization nobody reads figures. */
const monthText = ({ month }: OrganizationRow, textOf: (month: OrganizationMonth) => string) =>
  month ? textOf(month) : '–';

const monthColumn = (header: string) => ({
  header,
  meta: { align: 'right', nowrap: true } as const,
});

const columns = column.columns([
  column.display({
    header: 'Name',
    cell: ({ row: { original } }) => (
      <>
        <Anchor component={Link} to={`/admin/organizations/${original.id}`} inherit>
          {original.name}
        </Anchor>
        <Text size="xs" fw={400} style={{ whiteSpace: 'nowrap' }}>
          {original.id}
        </Text>
      </>
    ),
  }),
  column.display({
    header: 'Subscription',
    cell: ({ row }) => columnLabel(row.original.status),
    meta: { plain: true },
  }),
  column.display({
    ...monthColumn('Searches'),
    cell: ({ row: { original } }) => monthText(original, ({ searches }) => formatNumber(searches)),
  }),
  column.display({
    ...monthColumn('Median, 99 %'),
    cell: ({ row: { original } }) =>
      monthText(original, ({ p50, p99 }) =>
        p50 === null ? '–' : `${formatNumber(Math.round(p50))}, ${latencyText(p99)}`,
      ),
  }),
  column.display({
    ...monthColumn('Builds'),
    cell: ({ row: { original } }) => monthText(original, ({ builds }) => formatNumber(builds)),
  }),
  column.display({
    ...monthColumn('Storage'),
    cell: ({ row: { original } }) =>
      monthText(original, (month) => formatBytes(month.dataset_bytes + month.index_bytes)),
  }),
  column.display({
    ...monthColumn('Cost'),
    cell: ({ row: { original } }) => monthText(original, ({ usd }) => usdText(usd.total)),
  }),
  column.display({
    header: 'Since',
    cell: ({ row }) => formatDate(row.original.created_at),
  }),
]);

/** All organizations, each with what it used since the month began, and a link to its details. */
export const OrganizationList = () => (
  <OrganizationTable columns={columns} pageSize={limits.pageSizeDefault} figures="month" />
);
