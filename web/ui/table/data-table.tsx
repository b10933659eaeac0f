import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type ColumnDef,
  type Header,
  type Row,
  type RowData,
  useTable,
} from '@tanstack/react-table';
import classes from './data-table.module.css';
import { features } from './table-columns.ts';
import { TablePager } from './table-pager.tsx';
import { useLocalPages } from './use-local-pages.ts';
import type { useServerPages } from './use-server-pages.ts';

type Features = typeof features;

interface DataTableProps<T extends RowData> {
  /** Name of the table for screen readers. */
  label: string;
  columns: readonly ColumnDef<Features, T, unknown>[];
  /** `undefined` while loading. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  /** For tables that the server sorts and pages: the options of `useServerPages`. */
  server?: ReturnType<ReturnType<typeof useServerPages>['tableOptions']>;
}

const noRows: never[] = [];
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts numbers by value, and everything else as text in natural order. */
function compareCells<T extends RowData>(
  a: Row<Features, T>,
  b: Row<Features, T>,
  column: string,
): number {
  const [first, second] = [a.getValue(column), b.getValue(column)];
  return typeof first === 'number' && typeof second === 'number'
    ? first - second
    : collator.compare(String(first), String(second));
}

/** A dense table that sorts and pages; on narrow screens each row becomes a labelled block. */
export function DataTable<T extends RowData>({
  label,
  columns,
  rows,
  rowKey,
  server,
}: DataTableProps<T>) {
  const local = useLocalPages(rows?.length ?? 0);
  const table = useTable({
    features,
    columns,
    data: rows ?? noRows,
    getRowId: rowKey,
    defaultColumn: { sortFn: compareCells },
    sortDescFirst: false,
    enableMultiSort: false,
    autoResetPageIndex: false,
    ...(server ?? local),
  });
  return (
    <div className={classes.frame} aria-busy={rows === undefined}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {table.getFlatHeaders().map((header) => (
              <HeaderCell key={header.id} header={header} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? table.getRowModel().rows.map((row) => <BodyRow key={row.id} row={row} />)
            : [1, 2, 3].map((line) => <SkeletonRow key={line} cells={columns.length} />)}
        </tbody>
      </table>
      {rows && <TablePager label={label} table={table} />}
    </div>
  );
}

function HeaderCell<T extends RowData>({
  header: { column },
}: {
  header: Header<Features, T, unknown>;
}) {
  const { header, meta } = column.columnDef;
  const title = String(header);
  const look = { 'data-align': meta?.align, 'data-roomy': meta?.roomy };
  if (!column.getCanSort()) return <th {...look}>{title}</th>;
  const sorted = column.getIsSorted();
  const Icon = sorted === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <th {...look} aria-sort={sorted ? `${sorted}ending` : 'none'}>
      <UnstyledButton className={classes.sort} onClick={column.getToggleSortingHandler()}>
        {title}
        <Icon size={14} stroke={1.6} data-active={sorted !== false} aria-hidden />
      </UnstyledButton>
    </th>
  );
}

function BodyRow<T extends RowData>({ row }: { row: Row<Features, T> }) {
  return (
    <tr>
      {row.getAllCells().map((cell) => {
        const { header, cell: content, meta } = cell.column.columnDef;
        return (
          <td
            key={cell.id}
            data-label={String(header)}
            data-align={meta?.align}
            data-nowrap={meta?.nowrap}
            data-plain={meta?.plain}
          >
            {/* Not rendered as a component: new columns would lose the focus and state of their cells. */}
            {typeof content === 'function' ? content(cell.getContext()) : content}
          </td>
        );
      })}
    </tr>
  );
}

function SkeletonRow({ cells }: { cells: number }) {
  return (
    <tr>
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <td key={cell}>
          <Skeleton height={12} my={4} width={cell === 0 ? '80%' : '55%'} />
        </td>
      ))}
    </tr>
  );
}
