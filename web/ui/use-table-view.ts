import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import type { Column } from './table-frame.tsx';
import type { Pager } from './table-pager.tsx';

export interface Sort {
  title: string;
  direction: 'ascending' | 'descending';
}

/** Which rows of a table are visible, and the controls that change it. */
export interface TableView<T> {
  visible: T[];
  pager: Pager;
  sort: Sort | undefined;
  /** Ascending, descending, as it came. */
  toggle: (title: string) => void;
}

/** Ascending, descending, as it came. */
export function toggled(sort: Sort | undefined, title: string): Sort | undefined {
  if (sort?.title !== title) return { title, direction: 'ascending' };
  return sort.direction === 'ascending' ? { title, direction: 'descending' } : undefined;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : collator.compare(String(a), String(b));
}

export function sortRows<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  sort: Sort | undefined,
): T[] {
  const sortBy = columns.find((column) => column.title === sort?.title)?.sortBy;
  if (!sort || !sortBy) return [...rows];
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(sortBy(a), sortBy(b)));
}

export function useTableView<T>(rows: readonly T[], columns: readonly Column<T>[]): TableView<T> {
  const [sort, setSort] = useState<Sort>();
  const [wantedPage, setPage] = useState(1);
  const [pageSize, setSize] = useState<number>(limits.pageSizeDefault);
  const pageCount = Math.max(1, Math.ceil(rows.length / pageSize));
  // Rows can disappear under the reader: the last page that exists is shown then.
  const page = Math.min(wantedPage, pageCount);
  const start = (page - 1) * pageSize;
  const visible = sortRows(rows, columns, sort).slice(start, start + pageSize);
  return {
    visible,
    pager: {
      first: start + 1,
      last: start + visible.length,
      total: rows.length,
      pageSize,
      previous: page > 1 ? () => setPage(page - 1) : undefined,
      next: page < pageCount ? () => setPage(page + 1) : undefined,
      setPageSize: (size) => {
        setSize(size);
        setPage(1);
      },
    },
    sort,
    toggle: (title) => {
      setSort(toggled(sort, title));
      setPage(1);
    },
  };
}
