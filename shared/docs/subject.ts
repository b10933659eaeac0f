import type * as z from 'zod';
import { decodeColumnsData } from '#shared/columns-data.ts';
import type { Index } from '#shared/contract/indexes.ts';
import type { FoundItem, filterSchema } from '#shared/contract/search.ts';

/** An index as its documentation knows it. */
export type DocsSubject = Pick<
  Index,
  'item_id' | 'name' | 'api_endpoint' | 'rows' | 'columns_role' | 'columns_data'
>;

type Filter = z.input<typeof filterSchema>;

/** Sample values of a column, as the page of the index shows them: long ones are cut. */
function samplesOf({ columns_data }: DocsSubject, name: string): string[] {
  const column = decodeColumnsData(columns_data).find((sample) => sample.name === name);
  return column?.values.map((value) => value.trim()).filter(Boolean) ?? [];
}

export const metadataColumns = ({ columns_role }: DocsSubject) =>
  Object.keys(columns_role).filter((name) => columns_role[name] === 'metadata');

export const indexColumn = ({ columns_role }: DocsSubject) =>
  Object.keys(columns_role).find((name) => columns_role[name] === 'index') ?? '';

/** A value that the column could hold: its first sample, or words that say what would stand there. */
export const sampleValue = (subject: DocsSubject, column: string, row = 0) =>
  samplesOf(subject, column)[row] ?? `${column} of the row`;

/** A text to ask with: the beginning of the first row's own text. */
export function sampleQuery(subject: DocsSubject): string {
  const words = sampleValue(subject, indexColumn(subject)).split(/\s+/);
  return words
    .slice(0, 12)
    .join(' ')
    .replace(/[\s.,;:…]+$/, '');
}

/** Words of the dataset that could be near that text. */
export function sampleTerms(subject: DocsSubject): string[] {
  const text = samplesOf(subject, indexColumn(subject)).join(' ').toLowerCase();
  const words = new Set(text.match(/\p{L}{6,}/gu) ?? ['nearest', 'second', 'third']);
  for (const word of sampleQuery(subject)
    .toLowerCase()
    .split(/\P{L}+/u))
    words.delete(word);
  return [...words].slice(0, 3);
}

/** Figures such as an index gives. */
const cosines = [0.8112, 0.7764, 0.7205];

export const sampleDictionary = (subject: DocsSubject) => ({
  terms: sampleTerms(subject).map((term, place) => ({ term, score: cosines[place] })),
});

/** The first numbers of a vector. */
export const sampleVector = { vector: [0.0713, -0.0248, 0.1192] };

/** An item as a search gives it, with the values of one sample row. */
export const sampleItem = (subject: DocsSubject, row: number, conceptScore: number): FoundItem => ({
  ...Object.fromEntries(
    metadataColumns(subject).map((name) => [name, sampleValue(subject, name, row)]),
  ),
  conceptScore,
});

/** A filter that finds the sample row: by a date where there is one, else by a code. */
export function sampleFilter(subject: DocsSubject): Filter | undefined {
  const samples = metadataColumns(subject).map((column) => ({
    column,
    value: samplesOf(subject, column)[0] ?? '',
  }));
  const dated = samples.find(({ value }) => /^\d{4}-\d{2}-\d{2}$/.test(value));
  if (dated) {
    const year = Number(dated.value.slice(0, 4)) - 1;
    return { column: dated.column, operator: '>', value: `${year}-12-31` };
  }
  const coded = samples.find(({ value }) => /^[\w./:-]{1,40}$/.test(value));
  return coded && { ...coded, operator: '=' };
}
