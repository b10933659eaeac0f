import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import type { PageRequest } from '#web/lib/page-request.ts';
import type { Pager } from './table-pager.tsx';
import { type Sort, toggled } from './use-table-view.ts';

/** Where the reader is in such a list, by titles of columns and cursors of the answers. */
export interface Pages {
  request: PageRequest;
  sort: Sort | undefined;
  onSort: (title: string) => void;
  /** Of the page that is shown, with so many rows and perhaps a next one. */
  pagerOf: (rows: number, next: string | undefined) => Pager;
}

export function usePages(): Pages {
  const [sort, setSort] = useState<Sort>();
  const [pageSize, setPageSize] = useState<number>(limits.pageSizeDefault);
  /** Beginnings of the pages so far, but the first. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    request: { order: sort?.direction ?? 'ascending', limit: pageSize, cursor: cursors.at(-1) },
    sort,
    onSort: (title) => {
      setSort(toggled(sort, title));
      setCursors([]);
    },
    pagerOf: (rows, next) => {
      const before = cursors.length * pageSize;
      return {
        first: Math.min(before + 1, before + rows),
        last: before + rows,
        total: next === undefined ? before + rows : undefined,
        pageSize,
        previous: cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined,
        next: next === undefined ? undefined : () => setCursors([...cursors, next]),
        setPageSize: (size) => {
          setPageSize(size);
          setCursors([]);
        },
      };
    },
  };
}
