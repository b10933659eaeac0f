import { isDate, isNumber, parseDate, parseNumber } from '../column-values.ts';
import { wordsIn } from '../count-words.ts';

/** A column name as it is shown, stored and compared: without a byte order mark, with single spaces. */
export const columnName = (cell: string) =>
  cell.replaceAll('\ufeff', '').replace(/\s+/g, ' ').trim();

/**
 * The names of columns: the one list that preview, plan and rows use. Empty ones are called by their number,
 * repeated ones are numbered, and `__proto__`, which objects cannot have as a key, loses two underscores.
 */
export function columnNames(cells: readonly string[], count: number): string[] {
  const names = Array.from({ length: count }, (_, i) => {
    const name = columnName(cells[i] ?? '');
    if (name === '') return `column_${i + 1}`;
    return name === '__proto__' ? '_proto_' : name;
  });
  const own = new Set<string>();
  for (const name of names) {
    let numbered = name;
    for (let n = 2; own.has(numbered) || (n > 2 && names.includes(numbered)); n++) {
      numbered = `${name}_${n}`;
    }
    own.add(numbered);
  }
  return [...own];
}

const USUAL_NAME =
  /^#?\W?(id|uid|key|no|nr|name|titles?|texts?|body|content|abstract|description|date|year|url|link|category|categories|label|class|type|author|authors|price|email|country|city|state|status|language|lang|source|comment|review|question|answer|code|index|value|count|score|rating)\W?$/i;
const LINK = /^(https?:\/\/|www\.)\S+$/i;
const kindOf = (cell: string) => {
  if (isNumber(cell)) return 'number';
  if (isDate(cell)) return 'date';
  return LINK.test(cell) ? 'link' : 'text';
};

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** Whether numbers or dates of a record are names: years, or a series such as 0, 1, 2 and 2000-01, 2000-02. */
function isSeries(cells: readonly string[]): boolean {
  const values = cells.map((cell) => (isNumber(cell) ? parseNumber(cell) : parseDate(cell)));
  const steps = values.slice(1).map((value, i) => value - values[i]!);
  const years = values.every((value) => Number.isInteger(value) && value > 1700 && value < 2100);
  if (years) return steps.every((step) => step !== 0);
  const dates = cells.every((cell) => isDate(cell));
  return (
    steps.length > 1 && steps.every((step) => (dates ? step > 0 : step === steps[0] && step > 0))
  );
}

/** Vote of one column for (above 0) or against its first cell being a name. */
function vote(name: string, values: readonly string[]): number {
  if (name === '') return 0;
  if (USUAL_NAME.test(name)) return 3;
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  if (filled.length === 0) return 0;
  const kind = kindOf(name);
  const alike = filled.filter((value) => kindOf(value) === kind).length / filled.length;
  if (kind !== 'text') return alike > 0.8 ? -2 : -0.5;
  if (alike < 0.2) return 2;
  if (filled.includes(name)) return -2;
  // Columns of surveys are named by questions. In a column of few repeated answers, another text is a name.
  if (name.endsWith('?') || new Set(filled).size < filled.length / 3) return 1;
  const words = mean(filled.map(wordsIn));
  if (words > 5) return wordsIn(name) > 0.6 * words || wordsIn(name) > 10 ? -1 : 1.5;
  // A code has the same form as the others of its column; a name has not.
  const shape = (text: string) => text.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '0');
  const own = shape(name);
  if (
    /0/.test(own) &&
    filled.filter((value) => shape(value) === own).length > 0.8 * filled.length
  ) {
    return -1.5;
  }
  return /^[\p{Ll}\p{N}]+([_.-][\p{L}\p{N}]+)*$/u.test(name) ? 0.5 : 0;
}

const ID_NAME = /^(.*[_\s-])?(id|uid|key|n[or]\.?|number|code|index)$/i;
const TEXT_NAME = /(text|title|body|content|abstract|description|comment|review|summary|story)s?$/i;
const DATE_NAME = /(date|year|time|published|created|updated)$/i;

/** Number of names that fit the values of their columns, minus those that do not. Only names of texts, ids and dates count.
 * @param shift number of cells before the column of the first name
 */
export function namesFit(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  shift: number,
): number {
  const fits = header.map((cell, i): number => {
    const name = columnName(cell);
    const values = rows.map((row) => row[i + shift]?.trim() ?? '').filter((value) => value !== '');
    const most = (test: (value: string) => boolean) =>
      values.filter(test).length > values.length / 2;
    const isCounted = most((value) => isNumber(value) || isDate(value));
    const isText = mean(values.map(wordsIn)) > 1.5;
    if (values.length === 0) return 0;
    if (TEXT_NAME.test(name)) return Number(isText) - Number(isCounted);
    if (DATE_NAME.test(name)) return isCounted ? 1 : -1;
    if (!ID_NAME.test(name)) return 0;
    return isText ? -1 : Number(most((value) => /\d/.test(value)));
  });
  return fits.reduce((sum, fit) => sum + fit, 0);
}

/**
 * Whether the first record of a table names its columns. If both are possible, it does, because nearly all files have
 * a header.
 */
export const looksLikeHeader = (
  first: readonly string[],
  rows: readonly (readonly string[])[],
): boolean => headerVotes(first, rows) >= 0;

/** Sum of the columns' votes for (above 0) or against the first record being a header. */
export function headerVotes(
  first: readonly string[],
  rows: readonly (readonly string[])[],
): number {
  if (rows.length === 0) return 0;
  const names = first.map(columnName);
  const counted = names.filter((name) => isNumber(name) || isDate(name));
  const series = counted.length > 0 && isSeries(counted);
  const votes = names.map((name, position) =>
    series && counted.includes(name)
      ? 0.5
      : vote(
          name,
          rows.map((row) => row[position] ?? ''),
        ),
  );
  return votes.reduce((sum, one) => sum + one, 0);
}
