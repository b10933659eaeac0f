import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import type { Column } from './data-table.tsx';

export interface Sort {
  title: string;
  direction: 'ascending' | 'descending';
}

/** Which rows of a table are visible, and the controls that change it. */
export interface TableView<T> {
  visible: T[];
  total: number;
  page: number;
  pageCount: number;
  pageSize: number;
  sort: Sort | undefined;
  setPage: (page: number) => void;
  setPageSize: (pageSize: number) => void;
  /** Ascending, descending, as it came. */
  toggle: (title: string) => void;
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
  return {
    visible: sortRows(rows, columns, sort).slice(start, start + pageSize),
    total: rows.length,
    page,
    pageCount,
    pageSize,
    sort,
    setPage,
    setPageSize: (size) => {
      setSize(size);
      setPage(1);
    },
    toggle: (title) => {
      if (sort?.title !== title) setSort({ title, direction: 'ascending' });
      else setSort(sort.direction === 'ascending' ? { title, direction: 'descending' } : undefined);
      setPage(1);
    },
  };
}
