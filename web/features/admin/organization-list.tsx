import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { OrganizationRow } from '#shared/contract/admin.ts';
import { limits } from '#shared/limits.ts';
import { columnLabel } from '#web/lib/column-label.ts';
import { formatDate } from '#web/lib/format.ts';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { OrganizationTable } from './organization-table.tsx';

const column = columnsOf<OrganizationRow>();

const columns = column.columns([
  column.display({
    header: 'Name',
    cell: ({ row: { original } }) => (
      <Anchor component={Link} to={`/admin/organizations/${original.id}`} inherit>
        {original.name}
      </Anchor>
    ),
  }),
  column.display({ header: 'ID', cell: ({ row }) => row.original.id, meta: { plain: true } }),
  column.display({
    header: 'Subscription',
    cell: ({ row }) => columnLabel(row.original.status),
    meta: { plain: true },
  }),
  column.display({
    header: 'Since',
    cell: ({ row }) => formatDate(row.original.created_at),
    meta: { nowrap: true },
  }),
]);

/** All organizations, each with a link to its details. */
export const OrganizationList = () => (
  <OrganizationTable columns={columns} pageSize={limits.pageSizeDefault} />
);
