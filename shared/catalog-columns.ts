import { type CatalogId, isCatalog } from './catalogs.ts';
import type { ColumnRole } from './column-roles.ts';
import type { ColumnType } from './reading.ts';

interface CatalogColumns {
  columns: Record<string, ColumnRole>;
  /** Optional columns of a dataset. */
  furtherColumns?: Record<string, ColumnRole>;
  /**
   * Types that are not told from values, of which the first rows may have none. These are compared as codes, and their words are
   * none that a search by meaning should find.
   */
  types?: Record<string, ColumnType>;
  /** Columns that come back with a row only where a request names them: a patent has pages of claims. */
  long?: readonly string[];
  /** Columns that pages use and nobody reads in a table: the name of a file, the key of a family. */
  unread?: readonly string[];
}

/** The columns of the datasets of the catalogues. */
const catalogColumns: Record<CatalogId, CatalogColumns> = {
  us_patents: {
    columns: {
      ucid: 'metadata',
      title: 'metadata',
      text: 'index',
      assignee: 'metadata',
      priority_date: 'metadata',
      publication_date: 'metadata',
      grant_date: 'metadata',
      cpc: 'metadata',
      kind_code: 'metadata',
    },
    furtherColumns: {
      ipc: 'metadata',
      inventors: 'metadata',
      family_id: 'metadata',
      status: 'metadata',
      drawing: 'metadata',
      claims: 'metadata',
      cites: 'metadata',
      cited_by: 'metadata',
    },
    types: {
      family_id: 'id',
      status: 'link',
      drawing: 'link',
      claims: 'text',
      cites: 'id',
      cited_by: 'number',
    },
    long: ['claims', 'cites'],
    unread: ['drawing', 'family_id'],
  },
  wikipedia: {
    columns: { ID: 'metadata', title: 'metadata', article: 'index', link: 'metadata' },
    furtherColumns: { revision_date: 'metadata' },
  },
  arxiv: {
    columns: {
      id: 'metadata',
      title: 'metadata',
      text: 'index',
      authors: 'metadata',
      update_date: 'metadata',
      categories: 'metadata',
    },
    furtherColumns: {
      doi: 'metadata',
      published_date: 'metadata',
      version_date: 'metadata',
      link: 'metadata',
    },
  },
};

/** Roles of the columns of a catalogue's dataset: the required columns, and the optional ones that it has. */
export function catalogRoles(indexId: CatalogId, header: readonly string[]) {
  const { columns, furtherColumns = {} } = catalogColumns[indexId];
  const further = Object.entries(furtherColumns).filter(([name]) => header.includes(name));
  return { ...columns, ...Object.fromEntries(further) };
}

/** Metadata columns of an index that do not come back with a row unless a request names them. */
export const longColumns = (indexId: string): readonly string[] =>
  isCatalog(indexId) ? (catalogColumns[indexId].long ?? []) : [];

/** Columns of an index that pages use and nobody reads in a table. */
export const unreadColumns = (indexId: string): readonly string[] =>
  isCatalog(indexId) ? (catalogColumns[indexId].unread ?? []) : [];

/** Columns of an index with those last that nobody reads in a table; the others keep their order. */
export function unreadLast(indexId: string, names: readonly string[]): string[] {
  const unread = unreadColumns(indexId);
  return names.toSorted((a, b) => Number(unread.includes(a)) - Number(unread.includes(b)));
}

/** Types of those columns of a catalogue's dataset that have a fixed one. */
export function catalogTypes(indexId: CatalogId, header: readonly string[]) {
  const known = Object.entries(catalogColumns[indexId].types ?? {});
  return Object.fromEntries(known.filter(([name]) => header.includes(name)));
}
