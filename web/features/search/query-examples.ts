import { columnLabel } from '#shared/column-label.ts';
import type { ColumnSample } from '#shared/columns-data.ts';
import { columnOf, type QueryColumn } from '#shared/query-language/columns.ts';

/** A query to try, and what it does. */
export type QueryExample = [query: string, meaning: string];

/** Words for examples, of which the first two stand side by side in a row. */
type Words = [string, string, string];

const usualWords: Words = ['queen', 'hives', 'wasps'];

/** Examples of all operators, with words that the index has where its first rows are known. */
export function operatorExamples(
  columns: readonly QueryColumn[],
  samples: readonly ColumnSample[],
): QueryExample[] {
  const [a, b, c] = wordsOf(columns, samples) ?? usualWords;
  return [
    [`${a} ${b} ${c}`, 'Words alone rank: the nearest in meaning come first'],
    [`"${a} ${b}"`, 'These words one after the other'],
    [`${a} +${b} -${c}`, `With ${b}, without ${c}`],
    [
      `${a} AND (${b} OR ${c}) AND NOT "${c} ${b}"`,
      `With ${a} and one of the two, without the phrase`,
    ],
    [`${a} NEAR/5 ${b}`, 'At most five words between them, in any order'],
    [`${a.slice(0, -1)}*`, 'Words that begin like this'],
  ];
}

function wordsOf(
  columns: readonly QueryColumn[],
  samples: readonly ColumnSample[],
): Words | undefined {
  const texts = columns
    .filter(({ kind }) => kind === 'title' || kind === 'body')
    .flatMap(({ name }) => samples.find((sample) => sample.name === name)?.values ?? [])
    .map((text) => text.toLowerCase());
  const own = texts.find((text) => pair.test(text));
  if (own === undefined) return undefined;
  const [, a = '', b = ''] = pair.exec(own)!;
  const others = texts.flatMap((text) => text.match(/(?<!\p{L})\p{L}{5,}(?!\p{L})/gu) ?? []);
  const c = others.find((word) => !own.includes(word));
  return a === b || c === undefined ? undefined : [a, b, c];
}

const pair = /(?<![\p{L}\p{N}])(\p{L}{4,}) (\p{L}{4,})(?![\p{L}\p{N}])/u;

/** Short names of fields, with examples for indexes whose values are not known. */
const fields: readonly [string, string][] = [
  ['title', 'title:hive'],
  ['abstract', 'abstract:"queen bee"'],
  ['claims', 'claims:"queen bee"'],
  ['text', 'text:"queen bee"'],
  ['owner', 'owner:(Hartwell OR Norden)'],
  ['inventor', 'inventor:Byron'],
  ['author', 'author:Byron'],
  ['cpc', 'cpc:A01K47'],
  ['ipc', 'ipc:A01K'],
  ['class', 'class:A01K'],
  ['category', 'category:cs.*'],
  ['pd', 'pd:2001..2010'],
  ['prd', 'prd:..1999'],
  ['kind', 'kind:B2'],
  ['family', 'family:12345678'],
  ['cites', 'cites:US1234567'],
  ['pn', 'pn:(US1234567, EP1000000)'],
];

/** Fields that an index has, with a value of its own: those with short names, then its other columns. */
export function fieldExamples(
  columns: readonly QueryColumn[],
  samples: readonly ColumnSample[],
): QueryExample[] {
  const shown = new Set<string>();
  const named = fields.flatMap(([name, usual]): QueryExample[] => {
    const column = columnOf(columns, name);
    if (!column || shown.has(column.name)) return [];
    shown.add(column.name);
    return [[exampleOf(name, column, samples) ?? usual, columnLabel(column.name)]];
  });
  const others = columns.filter(({ name, kind }) => !shown.has(name) && kind !== 'link');
  return [
    ...named,
    ...others.flatMap((column): QueryExample[] => {
      const { name, kind } = column;
      const field = fieldName(name);
      const usual = { date: '2001..2010', number: '10..20' }[kind as string];
      const example = exampleOf(field, column, samples) ?? (usual && `${field}:${usual}`);
      // Without a value of its own nobody learns anything from it.
      return example === undefined ? [] : [[example, columnLabel(name)]];
    }),
  ];
}

/** The name of a column as people type it before a colon: `grantDate` for `grant_date`. Queries ignore how names are joined. */
const fieldName = (name: string) =>
  name
    .replaceAll(/[\s_-]+(\p{L}?)/gu, (_, letter: string) => letter.toUpperCase())
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Longer values are sentences. */
const longestValue = 40;

/** A condition that a row among the samples meets; undefined if none has a value to show. */
function exampleOf(
  field: string,
  { name, kind }: QueryColumn,
  samples: readonly ColumnSample[],
): string | undefined {
  const values = samples.find((sample) => sample.name === name)?.values ?? [];
  const value = values
    .map((cell) => cell.split(/[;|"]/)[0]!.trim())
    .find((item) => item !== '' && (item.length <= longestValue || isText(kind)));
  if (value === undefined) return undefined;
  if (kind === 'date') {
    const [year] = /(?<!\d)\d{4}(?!\d)/.exec(value) ?? [];
    return year && `${field}:${year}..`;
  }
  // Few rows have less than nothing.
  if (kind === 'number') return value === '0' ? undefined : `${field}:..${value}`;
  if (isText(kind)) {
    const [word] = /(?<!\p{L})\p{L}{4,}(?!\p{L})/u.exec(value) ?? [];
    return word && `${field}:${word.toLowerCase()}`;
  }
  return /^[\p{L}\p{N}/.-]+$/u.test(value) ? `${field}:${value}` : `${field}:"${value}"`;
}

const isText = (kind: QueryColumn['kind']) => kind === 'title' || kind === 'body';
