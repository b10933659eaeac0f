import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  metaHelper,
  type RowData,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import { formatDateTime, formatNumber } from '#web/lib/format.ts';

interface ColumnLook {
  align?: 'right';
  /** For dates and figures, which are hard to read when they wrap. */
  nowrap?: boolean;
  /** For names of people beside columns of long texts, and for texts beside many columns: `wide` for what the table is about. */
  roomy?: boolean | 'wide';
  /** For cells that are clear without their column's name, which narrow screens leave out. */
  plain?: boolean;
}

/** Features of our tables: they sort and page, in the browser or on the server. */
export const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  columnMeta: metaHelper<ColumnLook>(),
});

/**
 * Creates the columns of a table: `accessor` for those that can be sorted, `display` for all others. Each has
 * a text as `header`, and a `cell` that is called as a plain function: it may not use hooks.
 */
export const columnsOf = <T extends RowData>() => createColumnHelper<typeof features, T>();

interface Cell<V> {
  getValue: () => V;
}

/** A column of whole numbers. */
export const numberColumn = (header: string) => ({
  header,
  cell: ({ getValue }: Cell<number>) => formatNumber(getValue()),
  meta: { align: 'right' } as const,
});

/** A column of times. */
export const timeColumn = (header: string) => ({
  header,
  cell: ({ getValue }: Cell<string>) => formatDateTime(getValue()),
  meta: { nowrap: true },
});
