import type { SearchHit, SearchIndex } from '#engine';
import { ProductError } from '#shared/errors.ts';
import { textOf } from './row-texts.ts';

type Asked = Parameters<SearchIndex['search']>[0];

interface NamedRow extends Pick<Asked, 'limit' | 'filters' | 'fields' | 'explain'> {
  /** A column that names the row, and what it holds. */
  column: string;
  value: string;
}

/**
 * The rows nearest in meaning to the one that a column names, without it; undefined if there is no such row.
 * @throws ProductError `InvalidRequest` if the reader sees no text of rows
 */
export async function similarTo(
  index: SearchIndex,
  { column, value, filters = [], ...options }: NamedRow,
): Promise<readonly SearchHit[] | undefined> {
  const texts = textsOf(index);
  const own = { column, operator: '=', value } as const;
  const named = await index.search({ text: value, filters: [own], fields: texts, limit: 1 });
  const [hit] = named.hits;
  if (!hit) return undefined;
  const text = textOf(hit.row, texts);
  // Without a text, rows would be listed.
  if (text.trim() === '') return [];
  const others = await index.search({ ...options, text, filters: [...filters, { not: own }] });
  return others.hits;
}

/** The columns that say what a row is about: those that are searched, or else a title or a text. */
function textsOf({ columns }: SearchIndex): string[] {
  const ofKind = (wanted: string) =>
    columns.filter(({ kind }) => kind === wanted).map(({ name }) => name);
  const searched = ofKind('body');
  const texts =
    searched.length > 0 ? searched : [...ofKind('title'), ...ofKind('text')].slice(0, 1);
  if (texts.length > 0) return texts;
  throw new ProductError('InvalidRequest', 'The key sees no text of the rows.');
}
