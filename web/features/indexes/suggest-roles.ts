import type { ColumnRole } from '#shared/contract/indexes.ts';
import type { CsvSample } from '#web/lib/csv.ts';

/** Names of columns that usually hold the text to search, the most likely first. */
const textNames = [
  /^(abstract|article|body|content|description|text)s?$/i,
  /(abstract|article|body|content|descri|text|claims?|summary|comment|review|message)/i,
];

/** Rows to read: enough for an average, few enough for a file with many columns. */
const rowsRead = 50;

interface ColumnTraits {
  name: string;
  /** Mean number of words in the cells that have any. */
  words: number;
  empty: boolean;
}

function traitsOf({ columns, rows }: CsvSample): ColumnTraits[] {
  return columns.map((name, position) => {
    const cells = rows
      .slice(0, rowsRead)
      .map((row) => row[position]?.trim() ?? '')
      .filter((cell) => cell !== '');
    const words = cells.reduce((sum, cell) => sum + cell.split(/\s+/).length, 0);
    return { name, words: words / Math.max(1, cells.length), empty: cells.length === 0 };
  });
}

/** Longer texts score higher; a typical name multiplies the length. */
function textScore({ name, words }: ColumnTraits): number {
  const rank = textNames.findIndex((pattern) => pattern.test(name));
  return words * [4, 2, 1].at(rank)!;
}

/**
 * Proposes a role for each column: the most likely text as `index`, all other columns with values as `metadata`.
 * Nothing is proposed for a file with fewer than two usable columns.
 */
export function suggestRoles(sample: CsvSample): Record<string, ColumnRole> | undefined {
  const usable = traitsOf(sample).filter(({ name, empty }) => !empty && name.trim() !== '');
  if (usable.length < 2) return undefined;
  const index = usable.reduce((best, each) => (textScore(each) > textScore(best) ? each : best));
  return Object.fromEntries(
    usable.map(({ name }): [string, ColumnRole] => [
      name,
      name === index.name ? 'index' : 'metadata',
    ]),
  );
}
