import { limits } from '#shared/limits.ts';
import { utf8Bytes } from '#shared/utf8-bytes.ts';
import { formatNumber } from '#web/lib/format.ts';

/** Why no index can be built from a file with these columns, and what to do about it; `undefined` if one can. */
export function headerProblem(columns: readonly string[]): string | undefined {
  const { columnsMax, columnNameMaxLength, columnNamesMaxBytes } = limits;
  if (columns.length === 0) return 'This file is empty. Please choose another dataset.';
  if (columns.length === 1) {
    return 'This file has one column only. An index needs one column to search and at least one for metadata.';
  }
  if (columns.length > columnsMax) {
    return `This file has ${formatNumber(columns.length)} columns. An index has at most ${columnsMax}. Delete columns that nobody needs, and upload the file again.`;
  }
  const tooLong = columns.some((name) => name.length > columnNameMaxLength);
  if (tooLong || utf8Bytes(columns.join('')) > columnNamesMaxBytes) {
    return 'The names of the columns are too long. Shorten them in the first row of the table, and upload the file again.';
  }
  return undefined;
}
