import type { FilterTree, SearchIndex } from '#engine';
import { parseQuery } from '#shared/query-language/parse-query.ts';

interface Asked {
  conceptFeaturesString?: string | undefined;
  syntax?: 'words' | 'query' | undefined;
  filters?: readonly FilterTree[] | undefined;
}

/**
 * What a request asks an index for: the words that rank, the conditions, and why a query, or a part of it, was read as words, if it was.
 * @param columns of the index
 */
export function readQuery(
  columns: SearchIndex['columns'],
  { conceptFeaturesString: text = '', syntax, filters = [] }: Asked,
) {
  // Nothing that can be read wrongly.
  if (syntax !== 'query' || text.trim() === '') return { text, filters };
  const { text: words, conditions, problem, missing } = parseQuery(text, columns);
  return {
    text: words,
    filters: [...conditions, ...filters],
    problem: problem ?? (missing && problemOf(missing)),
  };
}

const list = new Intl.ListFormat('en');
const problemOf = (names: readonly string[]) =>
  `The index has no column ${list.format(names.map((name) => `"${name}"`))}: read as words.`;
