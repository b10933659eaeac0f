import { longColumns } from '#shared/catalog-columns.ts';
import { columnLabel } from '#shared/column-label.ts';
import { columnFor } from '#shared/column-uses.ts';
import type { Index } from '#shared/contract/indexes.ts';
import type { FacetRequest } from '#web/api/search.ts';

/** What a page counts by. */
export interface FacetColumn {
  column: string;
  title: string;
  kind: 'values' | 'classes' | 'offices' | 'dates' | 'numbers';
}

/** Of these, the first with a usual name come first. Others are counted when somebody opens them. */
const usual = ['assignee', 'assignees', 'owner', 'cpc', 'ucid', 'kind_code', 'publication_date'];
const mostOpen = 5;
/** Values that a facet lists at first, and after "More". */
export const fewValues = 6;
export const moreValues = 50;
/** Letters of an office, and characters of a class: `A01`. */
const officeLetters = 2;
export const classCharacters = 3;

const classColumns = new Set(['cpc', 'ipc']);

function kindOf(name: string, type: string): FacetColumn['kind'] | undefined {
  if (name === 'ucid') return 'offices';
  if (classColumns.has(name)) return 'classes';
  if (name === 'status') return 'values';
  if (type === 'number') return 'numbers';
  if (type.startsWith('date')) return 'dates';
  // Names of organizations are as long as texts. Columns of long text say that they cannot be counted.
  return type === 'keyword' || type === 'text' ? 'values' : undefined;
}

/** The columns of an index that can be counted by: categories, numbers and dates. Before its first build none is known. */
export function facetColumns({
  item_id,
  columns_role,
  columns_type = {},
  columns_use,
}: Index): FacetColumn[] {
  const names = Object.keys(columns_role).filter((name) => columns_role[name] === 'metadata');
  const title = columnFor('title', names, columns_use);
  const rank = (name: string) => {
    if (usual.includes(name)) return usual.indexOf(name);
    return columns_type[name] === 'text' ? usual.length + 1 : usual.length;
  };
  return names
    .filter((name) => name !== title && Object.hasOwn(columns_type, name))
    .filter((name) => !longColumns(item_id).includes(name))
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((column) => {
      const kind = kindOf(column, columns_type[column]!);
      return kind
        ? [{ column, kind, title: kind === 'offices' ? 'Office' : columnLabel(column) }]
        : [];
    });
}

/** Columns that are counted without being asked for. A column of texts is one of them only if its name says that it has names. */
export const countedColumns = (index: Index): FacetColumn[] =>
  facetColumns(index).filter(
    ({ column }) => usual.includes(column) || index.columns_type?.[column] !== 'text',
  );

/** Facets that are counted with each search. */
export const openFacets = (index: Index): FacetColumn[] => countedColumns(index).slice(0, mostOpen);

/** What the API is asked for. */
export function facetOf({ column, kind }: FacetColumn): FacetRequest {
  switch (kind) {
    case 'classes':
      return { column, top: fewValues, prefix: classCharacters };
    case 'offices':
      return { column, top: fewValues, prefix: officeLetters };
    case 'dates':
    case 'numbers':
      return { column, interval: 'auto' };
    case 'values':
      return { column, top: fewValues };
  }
}
