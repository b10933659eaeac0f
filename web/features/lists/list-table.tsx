import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { List } from '#shared/contract/lists.ts';
import { createList, listsQuery } from '#web/api/lists.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { LoadedTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { ListFormModal } from './list-form-modal.tsx';

const column = columnsOf<List>();

const seenBy = ({ project, shared }: List) => {
  if (project) return `Project ${project.name}`;
  return shared ? 'Shared' : 'Private';
};

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original: list } }) => (
      <Anchor underline="hover" component={Link} to={`/lists/${list.list_id}`} inherit fw={500}>
        {list.name}
      </Anchor>
    ),
  }),
  column.accessor('items', { header: 'Documents', meta: { align: 'right' } }),
  column.accessor(seenBy, {
    id: 'shared',
    header: 'Seen by',
    meta: { plain: true },
  }),
  column.accessor(({ own, owner }) => (own ? 'You' : owner), {
    id: 'owner',
    header: 'Made by',
    meta: { plain: true },
  }),
  column.accessor('updated_at', {
    header: 'Last changed',
    cell: ({ getValue }) => formatDateTime(getValue()),
    meta: { nowrap: true, plain: true },
  }),
]);

/** The lists that the person sees, and the way to a new one. */
export function ListTable() {
  const lists = useQuery(listsQuery);
  const [isMaking, setMaking] = useState(false);
  const make = <Button onClick={() => setMaking(true)}>New list</Button>;
  return (
    <>
      <PageHeader actions={make} />
      <LoadedTable
        query={lists}
        failure="The lists could not be loaded"
        empty={
          <EmptyState
            title="No lists yet"
            action={
              <Button component={Link} to="/search" variant="default">
                Search
              </Button>
            }
          >
            Search, and keep what you find.
          </EmptyState>
        }
        label="Lists"
        columns={columns}
        rows={lists.data}
        rowKey={({ list_id }) => list_id}
      />
      <ListFormModal
        opened={isMaking}
        title="New list"
        shared={false}
        action={createList}
        onClose={() => setMaking(false)}
      />
    </>
  );
}
