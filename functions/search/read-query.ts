import type { FilterTree, SearchIndex } from '#engine';
import { parseQuery } from '#shared/query-language/parse-query.ts';

interface Asked {
  conceptFeaturesString?: string | undefined;
  syntax?: 'words' | 'query' | undefined;
  filters?: readonly FilterTree[] | undefined;
}

/**
 * What a request asks an index for: the words that rank, the conditions, and why a query was read as words alone, if it was.
 * @param columns of the index
 */
export function readQuery(
  columns: SearchIndex['columns'],
  { conceptFeaturesString: text = '', syntax, filters = [] }: Asked,
) {
  // Nothing that can be read wrongly.
  if (syntax !== 'query' || text.trim() === '') return { text, filters };
  const { text: words, conditions, problem } = parseQuery(text, columns);
  return { text: words, filters: [...conditions, ...filters], problem };
}
