import { Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ProjectEntry } from '#shared/contract/projects.ts';
import { removeFromProject } from '#web/api/projects.ts';
import { messageOf } from '#web/lib/errors.ts';
import { formatDate } from '#web/lib/format.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { entryPlace, kindNames } from './entry-place.ts';

const column = columnsOf<ProjectEntry>();

/** What a project holds. */
export function EntryTable({
  projectId,
  entries,
}: {
  projectId: string;
  entries: readonly ProjectEntry[];
}) {
  const remove = useMutation({
    ...removeFromProject(projectId),
    onError: (error) => showMessage(`Error: ${messageOf(error)}`),
  });
  const columns = column.columns([
    column.accessor(({ kind }) => kindNames[kind], {
      id: 'kind',
      header: 'Kind',
      meta: { nowrap: true, plain: true },
    }),
    column.accessor('title', {
      header: 'Title',
      cell: ({ row: { original: entry } }) => {
        const place = entryPlace(projectId, entry);
        if (!place) return entry.title;
        return (
          <Anchor underline="hover" component={Link} {...place} inherit fw={500}>
            {entry.title}
          </Anchor>
        );
      },
    }),
    column.accessor(({ by, at }) => `${by}, ${formatDate(at)}`, {
      id: 'by',
      header: 'Added by',
      meta: { plain: true },
    }),
    column.display({
      header: 'Actions',
      cell: ({ row: { original: entry } }) =>
        entry.removable && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Take out ${entry.title}`}
            loading={remove.isPending && remove.variables.ref === entry.ref}
            onClick={() => remove.mutate(entry)}
          >
            Take out
          </Button>
        ),
      meta: { align: 'right' },
    }),
  ]);
  return (
    <DataTable
      label="In this project"
      columns={columns}
      rows={entries}
      rowKey={({ kind, ref }) => `${kind} ${ref}`}
    />
  );
}
