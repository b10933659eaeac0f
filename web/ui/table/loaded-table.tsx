import { Button } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import type { ComponentProps, ReactNode } from 'react';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { useLoaded } from '#web/ui/feedback/use-loaded.ts';
import { DataTable } from './data-table.tsx';

interface LoadedTableProps<T extends RowData> extends ComponentProps<typeof DataTable<T>> {
  query: Pick<UseQueryResult, 'error' | 'refetch'>;
  /** Title of the error: "The team could not be loaded". */
  failure: string;
  /** Shown in place of a table without rows. */
  empty?: ReactNode;
}

/** A table whose rows a query loads. If loading them again fails, the error is shown above them. */
export function LoadedTable<T extends RowData>({
  query: { error, refetch },
  failure,
  empty,
  rows: loaded,
  ...table
}: LoadedTableProps<T>) {
  const rows = useLoaded(loaded);
  const nothing = rows?.length === 0 && empty;
  return (
    <>
      {error && <ErrorPanel title={failure} error={error} onRetry={() => void refetch()} />}
      {nothing || ((rows || !error) && <DataTable {...table} rows={rows} />)}
    </>
  );
}

interface EndlessTableProps<T extends RowData> extends Omit<LoadedTableProps<T>, 'query'> {
  query: UseInfiniteQueryResult<InfiniteData<unknown>>;
  /** Of the button that loads the next rows. */
  moreLabel: string;
}

/** The same for rows that are loaded a page at a time, with a button for the next page. */
export function EndlessTable<T extends RowData>({
  query: { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage },
  moreLabel,
  empty,
  ...table
}: EndlessTableProps<T>) {
  return (
    <>
      <LoadedTable
        {...table}
        query={{ error, refetch: data ? fetchNextPage : refetch }}
        empty={!hasNextPage && empty}
      />
      {hasNextPage && (
        <Button
          variant="default"
          size="xs"
          mt="sm"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {moreLabel}
        </Button>
      )}
    </>
  );
}
