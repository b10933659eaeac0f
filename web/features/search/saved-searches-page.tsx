import { Anchor, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AlertProblem, SavedSearch } from '#shared/contract/saved-searches.ts';
import { type Addable, searchToAdd } from '#web/api/projects.ts';
import { deleteSavedSearch, savedSearchesQuery } from '#web/api/saved-searches.ts';
import { useIndexName } from '#web/api/use-index-name.ts';
import { formatCount, formatDateTime, formatNumber } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { LoadedTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { describeKept } from './describe-kept.ts';
import { frequencyNames } from './frequency-names.ts';
import { EditSearch } from './kept-search.tsx';
import classes from './saved-searches-page.module.css';

const problemTexts: Record<AlertProblem, string> = {
  'index-gone': 'Ended: the index does not exist any more.',
  refused: 'Ended: the search is not possible in the new version of the index.',
  'plan-ended': 'Waits: your plan has ended. What is new is mailed once there is one again.',
  quota: 'Waits: the searches of the day are used up. It is tried again every quarter of an hour.',
  'mail-refused': 'Waits: mails to your address came back. Please write to the support.',
};

const column = columnsOf<SavedSearch>();

/** The searches that the person has saved, with their alerts. */
export function SavedSearchesPage({
  onAddToProject,
}: {
  onAddToProject: (search: Addable) => void;
}) {
  const searches = useQuery(savedSearchesQuery);
  const nameOf = useIndexName();
  const [edited, setEdited] = useState<SavedSearch>();
  const [deleted, setDeleted] = useState<SavedSearch>();
  const columns = column.columns([
    column.accessor('name', {
      header: 'Name',
      cell: ({ row: { original: search } }) => (
        <div className={classes.name}>
          <Anchor
            underline="hover"
            component={Link}
            to={`/saved-searches/${search.search_id}`}
            inherit
            fw={500}
          >
            {search.name}
          </Anchor>
          <div className={classes.search}>{describeKept(search, nameOf(search.index_id))}</div>
        </div>
      ),
    }),
    column.accessor(({ frequency }) => frequencyNames[frequency], {
      id: 'frequency',
      header: 'Alert',
      cell: ({ getValue, row: { original: search } }) => (
        <>
          {getValue()}
          {search.problem && <div className={classes.problem}>{problemTexts[search.problem]}</div>}
        </>
      ),
    }),
    column.accessor(({ told_at = '' }) => told_at, {
      id: 'told',
      header: 'Last news',
      cell: ({ row: { original: search } }) => lastNews(search),
      meta: { plain: true },
    }),
    column.display({
      header: 'Actions',
      cell: ({ row: { original: search } }) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Name and alert of ${search.name}`}
            onClick={() => setEdited(search)}
          >
            Edit
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Add to project: ${search.name}`}
            onClick={() => onAddToProject(searchToAdd(search, search.name))}
          >
            Add to project
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Delete ${search.name}`}
            onClick={() => setDeleted(search)}
          >
            Delete
          </Button>
        </Group>
      ),
      meta: { align: 'right' },
    }),
  ]);
  return (
    <>
      <PageHeader />
      <LoadedTable
        query={searches}
        failure="The saved searches could not be loaded"
        empty={
          <EmptyState
            title="No saved searches yet"
            action={
              <Button component={Link} to="/search" variant="default">
                Search
              </Button>
            }
          >
            Search for something, and choose “Save search” above the results.
          </EmptyState>
        }
        label="Saved searches"
        columns={columns}
        rows={searches.data}
        rowKey={({ search_id }) => search_id}
      />
      <EditSearch search={edited} onClose={() => setEdited(undefined)} />
      <ConfirmModal
        subject={deleted}
        title="Delete saved search"
        confirmLabel="Delete"
        action={deleteSavedSearch}
        onClose={() => setDeleted(undefined)}
      >
        {({ name }) => (
          <>
            Delete <strong>{name}</strong> with its alert? This cannot be undone.
          </>
        )}
      </ConfirmModal>
    </>
  );
}

/** What the alert found the last time that something was new. */
function lastNews({ told, told_at, checked_at, found, frequency }: SavedSearch): string {
  if (told !== undefined && told_at !== undefined) {
    return `${formatCount(told, 'new result')}, ${formatDateTime(told_at)}`;
  }
  if (frequency === 'never') return '';
  if (checked_at === undefined || found === undefined) return 'Begins within minutes';
  return `None since ${formatDateTime(checked_at)}, ${formatNumber(found)} known`;
}
