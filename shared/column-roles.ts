import * as z from 'zod';
import { limits } from './limits.ts';
import { utf8Bytes } from './utf8-bytes.ts';

export const columnRole = z.enum(['index', 'metadata', 'ignore']);
export type ColumnRole = z.output<typeof columnRole>;

type ColumnRoles = Readonly<Record<string, ColumnRole>>;

/** Names of the columns of an index: those that are searched or come back with results. */
export const usedColumns = (roles: ColumnRoles): string[] =>
  Object.keys(roles).filter((name) => roles[name] !== 'ignore');

/** Whether a record of an index has room for columns of these names. */
export const columnsFit = (names: readonly string[]): boolean =>
  names.length <= limits.columnsMax && utf8Bytes(names.join('')) <= limits.columnNamesMaxBytes;

/** The roles that an index keeps: all, or only those of its columns if a file has too many others. */
export function keptRoles(roles: ColumnRoles): Record<string, ColumnRole> {
  if (columnsFit(Object.keys(roles))) return { ...roles };
  return Object.fromEntries(usedColumns(roles).map((name) => [name, roles[name]!]));
}

/** The first suggested columns that an index has room for; the others are ignored. The index column stays. */
export function fittingRoles(
  suggested: readonly { readonly name: string; readonly role: ColumnRole }[],
): ColumnRole[] {
  let room = limits.columnsMax - 1;
  let bytes = limits.columnNamesMaxBytes;
  for (const { name, role } of suggested) if (role === 'index') bytes -= utf8Bytes(name);
  return suggested.map(({ name, role }) => {
    if (role !== 'metadata') return role;
    const size = utf8Bytes(name);
    if (room === 0 || size > bytes || name.length > limits.columnNameMaxLength) return 'ignore';
    room--;
    bytes -= size;
    return role;
  });
}
