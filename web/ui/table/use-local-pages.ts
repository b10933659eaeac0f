import {
  functionalUpdate,
  type PaginationState,
  type SortingState,
  type Updater,
} from '@tanstack/react-table';
import { useState } from 'react';
import { limits } from '#shared/limits.ts';

/** Order and page of a table whose rows are all loaded. */
export function useLocalPages(rowCount: number) {
  const [sorting, setSorting] = useState<SortingState>([]);
  const [wanted, setPagination] = useState<PaginationState>({
    pageIndex: 0,
    pageSize: limits.pageSizeDefault,
  });
  // Rows can disappear while they are shown. Then the last existing page is shown.
  const lastPage = Math.max(0, Math.ceil(rowCount / wanted.pageSize) - 1);
  const pagination = { ...wanted, pageIndex: Math.min(wanted.pageIndex, lastPage) };
  return {
    state: { sorting, pagination },
    onSortingChange: (change: Updater<SortingState>) => {
      setSorting(functionalUpdate(change, sorting));
      setPagination({ ...pagination, pageIndex: 0 });
    },
    onPaginationChange: (change: Updater<PaginationState>) =>
      setPagination(functionalUpdate(change, pagination)),
  };
}
