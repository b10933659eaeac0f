import type { CatalogId } from './catalogs.ts';

/** A row of a catalogue of literature, as reports need it. */
export interface Literature {
  catalog: LiteratureCatalog;
  id: string;
  title: string;
  text: string;
  /** As the source writes them; empty where it names none. */
  authors: string;
  /** Day on which the first version was submitted or saved, YYYY-MM-DD. */
  published?: string;
  /** Day of the version that the text is of: before it, the public had another text or none. */
  textDate?: string;
  link: string;
}

/**
 * Columns of the dates, the best first. Datasets that were loaded before have the last one only, which is later than both days,
 * so that it never makes a document too early.
 */
const dateColumns = {
  arxiv: {
    published: ['published_date', 'update_date'],
    text: ['version_date', 'update_date'],
  },
  wikipedia: { published: ['revision_date'], text: ['revision_date'] },
} as const satisfies Partial<Record<CatalogId, Record<'published' | 'text', readonly string[]>>>;

export type LiteratureCatalog = keyof typeof dateColumns;

export const isLiterature = (indexId: string): indexId is LiteratureCatalog =>
  Object.hasOwn(dateColumns, indexId);

/**
 * The column by which an index of literature is searched up to a day.
 * @param columns that the index has
 * @returns undefined for an index without dates: its rows cannot be art
 */
export const literatureDateColumn = (
  catalog: LiteratureCatalog,
  columns: readonly string[],
): string | undefined => dateColumns[catalog].published.find((name) => columns.includes(name));

/** @param row cells by the columns of the catalogue */
export function literatureOf(
  catalog: LiteratureCatalog,
  row: Readonly<Record<string, string | undefined>>,
): Literature {
  const dateOf = (names: readonly string[]) => names.map((name) => row[name]).find(Boolean);
  const { published, text } = dateColumns[catalog];
  const id = row.id ?? row.ID ?? '';
  return {
    catalog,
    id,
    title: row.title ?? '',
    text: row.text ?? row.article ?? '',
    authors: row.authors ?? '',
    published: dateOf(published),
    textDate: dateOf(text),
    link: row.link || (catalog === 'arxiv' ? `https://arxiv.org/abs/${id}` : ''),
  };
}
