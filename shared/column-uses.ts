import type { ColumnRole } from './column-roles.ts';
import type { ColumnType } from './reading.ts';

/** What a column is to its row: its title, the address of the document itself, or the id by which its page is found. */
export const columnUses = ['title', 'link', 'id'] as const;
export type ColumnUse = (typeof columnUses)[number];

/** Use by column. Each is that of one column at most. */
export type ColumnUses = Readonly<Record<string, ColumnUse>>;

/** Names of columns for each use, the likeliest first. */
const usualNames: Record<ColumnUse, readonly string[]> = {
  id: ['ucid', 'id', 'doi', 'number', 'key'],
  title: ['title', 'name', 'headline', 'subject'],
  link: ['link', 'url', 'href'],
};

const usualColumn = (use: ColumnUse, columns: readonly string[]) =>
  usualNames[use]
    .map((usual) => columns.find((name) => name.toLowerCase() === usual))
    .find((name) => name !== undefined);

/** The column of a use. Without `uses`, which older indexes lack, it is told from the names of the columns. */
export const columnFor = (
  use: ColumnUse,
  columns: readonly string[],
  uses: ColumnUses | undefined,
): string | undefined =>
  uses
    ? columns.find((name) => Object.hasOwn(uses, name) && uses[name] === use)
    : usualColumn(use, columns);

/**
 * The uses of metadata columns: others do not come back with a row.
 * @returns undefined if uses were chosen but none of their columns is left; then names tell
 */
export function keptUses(
  roles: Readonly<Record<string, ColumnRole>>,
  uses: ColumnUses | undefined,
): Record<string, ColumnUse> | undefined {
  const chosen = Object.entries(uses ?? {});
  const kept = chosen.filter(([name]) => Object.hasOwn(roles, name) && roles[name] === 'metadata');
  return uses && (kept.length > 0 || chosen.length === 0) ? Object.fromEntries(kept) : undefined;
}

interface SampledColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Values at the beginning of the file. */
  readonly values: readonly string[];
}

const maxTitleLength = 300;

const filledOf = ({ values }: SampledColumn) => values.filter((value) => value.trim() !== '');
const distinctOf = (values: readonly string[]) => new Set(values).size;

const isUsual = (use: ColumnUse, name: string) => usualNames[use].includes(name.toLowerCase());

const tests: Record<ColumnUse, (column: SampledColumn) => boolean> = {
  link: ({ type, values }) => type === 'link' && values.some((value) => /^https?:/i.test(value)),
  // Each row has one of its own.
  id: ({ type, values }) => type === 'id' && distinctOf(values) === values.length,
  // Short, and mostly different, as the values of a category are not; those of a subject may repeat.
  title: (column) => {
    const filled = filledOf(column);
    return (
      (column.type === 'text' || column.type === 'keyword') &&
      (isUsual('title', column.name) || distinctOf(filled) > filled.length / 2) &&
      filled.every((value) => value.length <= maxTitleLength)
    );
  },
};

/**
 * Suggests uses of columns by their values. Among several that a use can mean, one with a usual name is taken, else the
 * first.
 * @param columns metadata columns in the order of the file
 */
export function suggestUses(columns: readonly SampledColumn[]): Record<string, ColumnUse> {
  const suggested = columnUses.flatMap((use): [string, ColumnUse][] => {
    const fit = columns.filter(tests[use]).map(({ name }) => name);
    const name = usualColumn(use, fit) ?? fit[0];
    return name === undefined ? [] : [[name, use]];
  });
  return Object.fromEntries(suggested);
}
