import type { IndexRecord } from '#functions/indexes/index.ts';
import { columnFor, columnUses } from '#shared/column-uses.ts';

/** The beginning of a row says what it is about. */
const maxText = 4000;

type Columns = Pick<IndexRecord, 'columns_role' | 'columns_use'>;

const ofRole = ({ columns_role }: Columns, role: string) =>
  Object.keys(columns_role).filter((name) => columns_role[name] === role);

const ofUses = (index: Columns, uses: readonly (typeof columnUses)[number][]) =>
  uses
    .map((use) => columnFor(use, ofRole(index, 'metadata'), index.columns_use))
    .filter((name) => name !== undefined);

/** The columns of an index that are searched. */
export const indexedColumns = (index: Columns): string[] => ofRole(index, 'index');

/** The columns that say what a row is about: its title, and those that are searched. */
export const tellingColumns = (index: Columns): string[] => [
  ...ofUses(index, ['title']),
  ...indexedColumns(index),
];

/** The columns that name a row: title, link and id, or the first one that there is. */
export function namingColumns(index: Columns): string[] {
  const used = ofUses(index, columnUses);
  return used.length > 0
    ? used
    : [...ofRole(index, 'metadata'), ...indexedColumns(index)].slice(0, 1);
}

/** The text of a row, by which rows near it are found. */
export const textOf = (row: Readonly<Record<string, string>>, columns: readonly string[]) =>
  columns
    .map((name) => row[name])
    .join('\n')
    .slice(0, maxText);
