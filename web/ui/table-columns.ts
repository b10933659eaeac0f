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

interface ColumnLook {
  align?: 'right';
  /** For dates and figures, which are hard to read when they wrap. */
  nowrap?: boolean;
  /** For names of people beside columns of long texts. */
  roomy?: boolean;
  /** For what is understood without its column's name: narrow screens show it alone. */
  plain?: boolean;
}

/** What our tables can do: sort and page, here or on the server. */
export const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  columnMeta: metaHelper<ColumnLook>(),
});

/**
 * Makes the columns of a table: `accessor` for those that can be sorted, `display` for all others. Each has
 * a text as `header`, and a `cell` that is called as a plain function: it may not use hooks.
 */
export const columnsOf = <T extends RowData>() => createColumnHelper<typeof features, T>();
