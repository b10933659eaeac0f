import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { limits } from '#shared/limits.ts';
import { formatNumber } from '#web/lib/format.ts';
import classes from './data-table.module.css';

/** Where in a list a page is, and the ways to others. */
export interface Pager {
  /** Positions of its first and last row, from 1. */
  first: number;
  last: number;
  /** Rows of the list; unknown before its end has been seen. */
  total: number | undefined;
  pageSize: number;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  setPageSize: (pageSize: number) => void;
}

interface TablePagerProps {
  label: string;
  pager: Pager;
}

/** Page size and position; hidden while the smallest page holds everything. */
export function TablePager({ label, pager }: TablePagerProps) {
  const { first, last, total, pageSize, previous, next } = pager;
  if (total !== undefined && total <= limits.pageSizes[0]) return null;
  return (
    <nav className={classes.pager} aria-label={`Pages of ${label}`}>
      <NativeSelect
        size="xs"
        aria-label="Rows per page"
        value={String(pageSize)}
        data={limits.pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
        onChange={(event) => pager.setPageSize(Number(event.currentTarget.value))}
      />
      <span className="tabular" aria-live="polite">
        {formatNumber(first)}–{formatNumber(last)}
        {total !== undefined && ` of ${formatNumber(total)}`}
      </span>
      <ActionIcon
        variant="default"
        aria-label="Previous page"
        disabled={!previous}
        onClick={previous}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Next page" disabled={!next} onClick={next}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}
