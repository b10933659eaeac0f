import type { FilterTree, WordCondition } from '../conditions.ts';
import { QueryError } from '../errors.ts';
import type { Scope, SearchHit, SearchRequest, SearchResult } from '../query/search-index.ts';
import { type SchemaColumn, storedColumns, vectorColumn } from '../schema.ts';

/** The columns of a schema that are seen. What is not seen has the role of columns that are ignored, so searches do not know it. */
export function seenColumns(
  columns: readonly SchemaColumn[],
  { columns: seen }: Scope,
): readonly SchemaColumn[] {
  return seen ? columns.filter(({ name }) => seen.includes(name)) : columns;
}

const unknownColumn = (name: string) =>
  new QueryError('unknown_column', `The index has no column "${name}".`);

/**
 * A request with nothing but what is seen: it names no other column, returns none, and looks for words in none.
 * @param seen columns of the scope
 * @throws QueryError `unknown_column`, as for a column that does not exist
 */
export function narrowRequest(
  request: SearchRequest,
  scope: Scope,
  seen: readonly SchemaColumn[],
): SearchRequest {
  if (!scope.columns) return request;
  const require = (name: string | undefined) => {
    if (
      name !== undefined &&
      !seen.some((column) => column.name === name && column.role !== 'ignore')
    )
      throw unknownColumn(name);
  };
  const { filters, fields, facets = [], sort, distinct, vector } = request;
  if (vector && !vectorColumn({ columns: seen })) {
    throw new QueryError('bad_vector', 'The index has no column of vectors.');
  }
  for (const name of fields ?? []) require(name);
  for (const { column, by } of facets) {
    require(column);
    require(by?.column);
  }
  if (typeof sort === 'object') require(sort.column);
  require(distinct);
  const searched = seen.filter(({ weight }) => weight > 0).map(({ name }) => name);
  const words = <Condition extends WordCondition>(condition: Condition): Condition => {
    for (const name of condition.columns ?? []) require(name);
    if (condition.columns) return condition;
    if (searched.length > 0) return { ...condition, columns: searched };
    throw new QueryError('bad_filter', 'The index has no column whose words can be searched.');
  };
  const narrow = (tree: FilterTree): FilterTree => {
    if ('and' in tree) return { and: tree.and.map(narrow) };
    if ('or' in tree) return { or: tree.or.map(narrow) };
    if ('not' in tree) return { not: narrow(tree.not) };
    if ('rows' in tree) return tree;
    if ('phrase' in tree || 'near' in tree) return words(tree);
    require(tree.column);
    return tree;
  };
  const metadata = storedColumns({ columns: seen })
    .filter(({ role }) => role === 'metadata')
    .map(({ name }) => name);
  return {
    ...request,
    fields: fields ?? metadata,
    ...(filters && { filters: filters.map(narrow) }),
  };
}

/**
 * A result without what tells of more than is seen: which words explain a score follows from all rows and all columns, and the
 * passage is a part of the index column.
 */
export function narrowResult(result: SearchResult, seen: readonly SchemaColumn[]): SearchResult {
  const showsText = seen.some(({ role }) => role === 'index');
  const narrow = (hit: SearchHit): SearchHit => {
    if (!hit.explanation) return hit;
    // What is relevant follows from scores.
    const { isRelevant: _, ...explanation } = hit.explanation;
    return {
      ...hit,
      explanation: { ...explanation, terms: [], concepts: [] },
      passage: showsText && hit.passage ? { ...hit.passage, conceptRanges: [] } : null,
    };
  };
  return { ...result, hits: result.hits.map(narrow) };
}

/** What is refused of an index of which a part is seen: it tells of the words of all rows. */
export const unseen = () =>
  Promise.reject(
    new QueryError('bad_filter', 'Only a part of the index is seen, so its words are not told.'),
  );

/**
 * What conditions of a scope make.
 * @throws QueryError `bad_scope`, which does not name their columns, if they do not fit the index
 */
export const fitted = <T>(made: Promise<T>): Promise<T> =>
  made.catch((error: unknown) => {
    if (!(error instanceof QueryError)) throw error;
    throw new QueryError(
      'bad_scope',
      'The rows that may be seen are not known: their conditions do not fit the columns of the index.',
    );
  });
