import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { limits } from '#shared/limits.ts';
import { formatNumber } from '#web/lib/format.ts';
import classes from './data-table.module.css';
import type { TableView } from './use-table-view.ts';

interface TablePagerProps {
  label: string;
  view: Pick<
    TableView<unknown>,
    'total' | 'page' | 'pageCount' | 'pageSize' | 'setPage' | 'setPageSize'
  >;
}

/** Page size and position; hidden while the smallest page holds everything. */
export function TablePager({ label, view }: TablePagerProps) {
  const { total, page, pageCount, pageSize } = view;
  if (total <= limits.pageSizes[0]) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return (
    <nav className={classes.pager} aria-label={`Pages of ${label}`}>
      <NativeSelect
        size="xs"
        aria-label="Rows per page"
        value={String(pageSize)}
        data={limits.pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
        onChange={(event) => view.setPageSize(Number(event.currentTarget.value))}
      />
      <span className="tabular" aria-live="polite">
        {formatNumber(first)}–{formatNumber(last)} of {formatNumber(total)}
      </span>
      <ActionIcon
        variant="default"
        aria-label="Previous page"
        disabled={page === 1}
        onClick={() => view.setPage(page - 1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label="Next page"
        disabled={page === pageCount}
        onClick={() => view.setPage(page + 1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}
