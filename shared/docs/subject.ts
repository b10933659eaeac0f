import type * as z from 'zod';
import { longColumns } from '#shared/catalog-columns.ts';
import { catalogs, isCatalog } from '#shared/catalogs.ts';
import { decodeColumnsData } from '#shared/columns-data.ts';
import type { Index } from '#shared/contract/indexes.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import type { filterSchema } from '#shared/contract/search-conditions.ts';
import { columnTypeNames } from '#shared/reading-names.ts';

/** The part of an index that its documentation shows. */
export type DocsSubject = Pick<
  Index,
  | 'item_id'
  | 'name'
  | 'api_endpoint'
  | 'rows'
  | 'columns_role'
  | 'columns_type'
  | 'columns_data'
  | 'vector_dimensions'
>;

type Filter = z.input<typeof filterSchema>;

/** Sample values of a column, without blank ones. */
function samplesOf({ columns_data }: DocsSubject, name: string): string[] {
  const column = decodeColumnsData(columns_data).find((sample) => sample.name === name);
  return column?.values.map((value) => value.trim()).filter(Boolean) ?? [];
}

/** Columns that come back with each item. */
export const metadataColumns = (subject: DocsSubject) =>
  Object.keys(subject.columns_role).filter(
    (name) =>
      subject.columns_role[name] === 'metadata' &&
      !holdsVectors(subject, name) &&
      !longColumns(subject.item_id).includes(name),
  );

/** Columns that come back where a request names them. */
export const columnsByName = ({ item_id, columns_role }: DocsSubject) =>
  longColumns(item_id).filter((name) => Object.hasOwn(columns_role, name));

export const holdsVectors = ({ columns_type = {} }: DocsSubject, name: string): boolean =>
  Object.hasOwn(columns_type, name) && columns_type[name] === 'vector';

/** The column of vectors. */
export const vectorColumn = (subject: DocsSubject): string | undefined =>
  Object.keys(subject.columns_role).find(
    (name) => subject.columns_role[name] === 'metadata' && holdsVectors(subject, name),
  );

export const indexColumn = ({ columns_role }: DocsSubject) =>
  Object.keys(columns_role).find((name) => columns_role[name] === 'index') ?? '';

/** What a column holds, in words; empty before the first build. */
export function holdsOf({ columns_type = {} }: DocsSubject, column: string): string {
  const type = Object.hasOwn(columns_type, column) ? columns_type[column] : undefined;
  return type ? columnTypeNames[type].toLowerCase() : '';
}

/** How many rows an index has; of a catalogue a part may be loaded. */
export function rowsInWords({ item_id, rows }: DocsSubject): string {
  const loaded = rows.toLocaleString('en');
  if (!isCatalog(item_id) || rows >= catalogs[item_id].rows) return `${loaded} rows`;
  return `${catalogs[item_id].rows.toLocaleString('en')} rows, ${loaded} of them loaded here,`;
}

/** A sample value of the column; empty if it has none. */
export const sampleValue = (subject: DocsSubject, column: string, row = 0) =>
  samplesOf(subject, column)[row] ?? '';

/** A sample query: the first words of the first row. */
export function sampleQuery(subject: DocsSubject): string {
  const sample = sampleValue(subject, indexColumn(subject)) || 'what you are looking for';
  const words = sample.split(/\s+/);
  return words
    .slice(0, 12)
    .join(' ')
    .replace(/[\s.,;:…]+$/, '');
}

/** Two searches of one call. */
export const sampleSearches = (subject: DocsSubject) => ({
  requests: [
    { conceptFeaturesString: sampleQuery(subject), maxNumItems: 2 },
    { sort: 'rows' as const, maxNumItems: 2 },
  ],
});

/** Up to three longer words of the dataset that are not in the sample query. */
export function sampleTerms(subject: DocsSubject): string[] {
  const text = samplesOf(subject, indexColumn(subject)).join(' ').toLowerCase();
  const words = new Set(text.match(/\p{L}{6,}/gu));
  for (const word of sampleQuery(subject)
    .toLowerCase()
    .split(/\P{L}+/u))
    words.delete(word);
  return [...words].slice(0, 3);
}

/** Plausible scores for the sample dictionary. */
const cosines = [0.8112, 0.7764, 0.7205];

export const sampleDictionary = (subject: DocsSubject) => ({
  terms: sampleTerms(subject).map((term, i) => ({ term, score: cosines[i] })),
});

/** The first numbers of a vector. */
export const sampleVector = { vector: [0.0713, -0.0248, 0.1192] };

/** A report that the first row was opened. */
export const sampleClick = (subject: DocsSubject) => ({
  text: sampleQuery(subject),
  row: 'row-1',
  position: 1,
});

/** A found item with the values of one sample row. */
export const sampleItem = (subject: DocsSubject, row: number, conceptScore: number): FoundItem => ({
  ...Object.fromEntries(
    metadataColumns(subject).map((name) => [name, sampleValue(subject, name, row)]),
  ),
  conceptScore,
});

/** A column that names the sample row, and its value: ids if there are any, else a code. */
export function sampleName(subject: DocsSubject): { column: string; value: string } {
  const columns = metadataColumns(subject);
  const named =
    columns.find((name) => subject.columns_type?.[name] === 'id') ??
    columns.find((name) => isCode(sampleValue(subject, name))) ??
    columns[0] ??
    'id';
  return { column: named, value: sampleValue(subject, named) || 'row-1' };
}

/** A filter that matches the sample row: by a date if there is one, else by a code. */
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
  const coded = samples.find(({ value }) => isCode(value));
  return coded && { ...coded, operator: '=' };
}

const isCode = (value: string) => /^[\w./:-]{1,40}$/.test(value);
