import { TableFrame, type TableProps } from './table-frame.tsx';
import { useTableView } from './use-table-view.ts';

/** A table whose rows are all there: it sorts and pages them itself. */
export function DataTable<T>({ rows, columns, ...table }: TableProps<T>) {
  const { visible, sort, toggle, pager } = useTableView(rows ?? [], columns);
  return (
    <TableFrame
      {...table}
      columns={columns}
      rows={rows && visible}
      sort={sort}
      onSort={toggle}
      pager={pager}
    />
  );
}
