import { columnFor } from '#shared/column-uses.ts';
import type { Index } from '#shared/contract/indexes.ts';
import type { QueryColumn } from '#shared/query-language/columns.ts';

/** The columns of an index as the query language sees them. Before its first build they have no types. */
export function queryColumns({
  columns_role,
  columns_type = {},
  columns_use,
}: Index): QueryColumn[] {
  const names = Object.keys(columns_role).filter((name) => columns_role[name] !== 'ignore');
  const title = columnFor('title', names, columns_use);
  return names.flatMap((name): QueryColumn | [] => {
    const type = Object.hasOwn(columns_type, name) ? columns_type[name]! : 'text';
    if (type === 'vector') return [];
    if (name === title) return { name, kind: 'title' };
    if (columns_role[name] === 'index') return { name, kind: 'body' };
    return { name, kind: type === 'date-day-first' || type === 'date-month-first' ? 'date' : type };
  });
}
