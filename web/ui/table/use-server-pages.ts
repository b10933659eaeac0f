import {
  functionalUpdate,
  type PaginationState,
  type SortingState,
  type Updater,
} from '@tanstack/react-table';
import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import type { PageRequest } from '#web/lib/page-request.ts';

/** Order and page of a table that the server sorts and pages by cursors. */
export function useServerPages(firstPageSize: number = limits.pageSizeDefault) {
  const [sorting, setSorting] = useState<SortingState>([]);
  const [pageSize, setPageSize] = useState(firstPageSize);
  /** Cursors of the pages up to this one, except the first, which needs none. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const pageIndex = cursors.length;
  const [sort] = sorting;
  const request: PageRequest = {
    order: sort?.desc ? 'descending' : 'ascending',
    limit: pageSize,
    cursor: cursors.at(-1),
  };
  /** Options of the table that shows this page of `rows` rows; `next` is the cursor of the next page. */
  const tableOptions = (rows: number, next: string | undefined) => ({
    state: { sorting, pagination: { pageIndex, pageSize } },
    manualSorting: true,
    manualPagination: true,
    // The number of rows is known on the last page only; -1 stands for unknown.
    pageCount: next === undefined ? pageIndex + 1 : -1,
    rowCount: pageIndex * pageSize + rows,
    onSortingChange: (change: Updater<SortingState>) => {
      setSorting(functionalUpdate(change, sorting));
      setCursors([]);
    },
    onPaginationChange: (change: Updater<PaginationState>) => {
      const wanted = functionalUpdate(change, { pageIndex, pageSize });
      setPageSize(wanted.pageSize);
      if (wanted.pageSize !== pageSize) setCursors([]);
      else if (wanted.pageIndex < pageIndex) setCursors(cursors.slice(0, wanted.pageIndex));
      else if (next !== undefined) setCursors([...cursors, next]);
    },
  });
  return { request, sort: sort?.id, isFirstPage: pageIndex === 0, tableOptions };
}
