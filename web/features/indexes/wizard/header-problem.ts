import { columnsFit, usedColumns } from '#shared/column-roles.ts';
import { limits } from '#shared/limits.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { ColumnRoles } from './wizard-state.ts';

/** Why no index can be built from a file with these columns, and what to do about it; `undefined` if one can. */
export function headerProblem(columns: readonly string[]): string | undefined {
  if (columns.length === 0) return 'This file is empty. Please choose another dataset.';
  if (columns.length === 1) {
    return 'This file has one column only. An index needs one column to search and at least one for metadata.';
  }
  return undefined;
}

/** Why an index cannot have the chosen columns, and what to do about it; `undefined` if it can. */
export function columnsProblem(roles: ColumnRoles): string | undefined {
  const used = usedColumns(roles);
  const { columnsMax, columnNameMaxLength } = limits;
  if (used.length > columnsMax) {
    return `${formatNumber(used.length)} columns are chosen. An index has at most ${columnsMax}. Ignore the ones that nobody needs.`;
  }
  if (!columnsFit(used) || used.some((name) => name.length > columnNameMaxLength)) {
    return 'The names of the chosen columns are too long. Ignore columns, or shorten the names in the file and upload it again.';
  }
  return undefined;
}
