import type { ColumnRole } from '#shared/contract/indexes.ts';

interface Catalog {
  name: string;
  columns: Record<string, ColumnRole>;
  /** Columns that a dataset may have besides. */
  furtherColumns?: Record<string, ColumnRole>;
}

/** The ready-made indexes, which every organisation can query, with the columns of their datasets. */
export const catalogs = {
  us_patents: {
    name: 'Patents',
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
    furtherColumns: { ipc: 'metadata', inventors: 'metadata' },
  },
  wikipedia: {
    name: 'Wikipedia',
    columns: { ID: 'metadata', title: 'metadata', article: 'index', link: 'metadata' },
  },
  arxiv: {
    name: 'Arxiv',
    columns: {
      id: 'metadata',
      title: 'metadata',
      text: 'index',
      authors: 'metadata',
      update_date: 'metadata',
      categories: 'metadata',
    },
    furtherColumns: { doi: 'metadata' },
  },
} as const satisfies Record<string, Catalog>;

export type CatalogId = keyof typeof catalogs;
export const catalogIds = Object.keys(catalogs) as CatalogId[];

export const isCatalog = (indexId: string): indexId is CatalogId =>
  Object.hasOwn(catalogs, indexId);

/** Roles of the columns of a catalogue's dataset: those that it must have, and those of the others that it has. */
export function catalogRoles(indexId: CatalogId, header: readonly string[]) {
  const { columns, furtherColumns = {} }: Catalog = catalogs[indexId];
  const further = Object.entries(furtherColumns).filter(([name]) => header.includes(name));
  return { ...columns, ...Object.fromEntries(further) };
}

/** Whether a name would be mistaken for a catalogue in a list. */
export const isCatalogName = (name: string) =>
  Object.values(catalogs).some((catalog) => catalog.name.toLowerCase() === name.toLowerCase());
