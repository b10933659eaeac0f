import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactTable, RowData } from '@tanstack/react-table';
import { limits } from '#shared/limits.ts';
import { formatNumber } from '#web/lib/format.ts';
import classes from './data-table.module.css';
import type { features } from './table-columns.ts';

interface TablePagerProps<T extends RowData> {
  label: string;
  table: ReactTable<typeof features, T>;
}

/** Page size and position. */
export function TablePager<T extends RowData>({ label, table }: TablePagerProps<T>) {
  const { pageIndex, pageSize } = table.state.pagination;
  const before = pageIndex * pageSize;
  const last = before + table.getRowModel().rows.length;
  const total = table.getPageCount() === -1 ? undefined : table.getRowCount();
  return (
    <nav className={classes.pager} aria-label={`Pages of ${label}`}>
      <NativeSelect
        size="xs"
        aria-label="Rows per page"
        value={String(pageSize)}
        data={limits.pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
        onChange={(event) => table.setPageSize(Number(event.currentTarget.value))}
      />
      <span className="tabular" aria-live="polite">
        {formatNumber(Math.min(before + 1, last))}–{formatNumber(last)}
        {total !== undefined && ` of ${formatNumber(total)}`}
      </span>
      <ActionIcon
        variant="default"
        aria-label="Previous page"
        disabled={!table.getCanPreviousPage()}
        onClick={() => table.previousPage()}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label="Next page"
        disabled={!table.getCanNextPage()}
        onClick={() => table.nextPage()}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}
