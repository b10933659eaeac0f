import { Skeleton, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { type Pager, TablePager } from './table-pager.tsx';
import type { Sort } from './use-table-view.ts';

export interface Column<T> {
  title: string;
  render: (row: T) => ReactNode;
  /** Makes the column sortable where all rows are there. */
  sortBy?: (row: T) => string | number;
  /** Makes the column sortable where the server sorts. */
  sortable?: boolean;
  align?: 'right';
  /** For dates and figures, which lose their shape when they wrap. */
  nowrap?: boolean;
  /** For names of people, which lie beside texts of any length. */
  roomy?: boolean;
}

export interface TableProps<T> {
  /** Name of the table for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  /** `undefined` while loading. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
}

interface TableFrameProps<T> extends TableProps<T> {
  sort: Sort | undefined;
  onSort: (title: string) => void;
  pager: Pager;
}

/** A dense table of the rows given; below 36em each row becomes a labelled block. */
export function TableFrame<T>({
  label,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  pager,
}: TableFrameProps<T>) {
  return (
    <div className={classes.frame} aria-busy={rows === undefined}>
      <Table className={classes.table} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <HeaderCell key={column.title} column={column} sort={sort} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows
            ? rows.map((row) => (
                <Table.Tr key={rowKey(row)}>
                  {columns.map((column) => (
                    <Table.Td
                      key={column.title}
                      data-label={column.title}
                      data-align={column.align}
                      data-nowrap={column.nowrap}
                    >
                      {column.render(row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))
            : [1, 2, 3].map((line) => <SkeletonRow key={line} cells={columns.length} />)}
        </Table.Tbody>
      </Table>
      {rows && <TablePager label={label} pager={pager} />}
    </div>
  );
}

interface HeaderCellProps<T> {
  column: Column<T>;
  sort: Sort | undefined;
  onSort: (title: string) => void;
}

function HeaderCell<T>({ column, sort, onSort }: HeaderCellProps<T>) {
  const { title, sortBy, sortable, align, roomy } = column;
  if (!sortBy && !sortable) return <Table.Th data-align={align}>{title}</Table.Th>;
  const direction = sort?.title === title ? sort.direction : undefined;
  const Icon = direction === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th data-align={align} data-roomy={roomy} aria-sort={direction ?? 'none'}>
      <UnstyledButton className={classes.sort} onClick={() => onSort(title)}>
        {title}
        <Icon size={14} stroke={1.6} data-active={direction !== undefined} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

function SkeletonRow({ cells }: { cells: number }) {
  return (
    <Table.Tr>
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Table.Td key={cell}>
          <Skeleton height={12} my={4} width={cell === 0 ? '80%' : '55%'} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
