import { QueryError } from '#engine/errors.ts';
import type { SearchHit, SearchRequest } from '#engine/query/search-index.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import { ProductError } from '#shared/errors.ts';
import { openServedIndex } from './open-served-index.ts';

/** Searches the published version of an index. What the index cannot do becomes a message for the caller. */
export async function searchServedIndex(indexId: string, request: SearchRequest) {
  const index = await openServedIndex(indexId);
  try {
    const { totalFound, hits } = await index.search(request);
    return { totalFoundItems: totalFound, foundItems: hits.map(toFoundItem) };
  } catch (error) {
    if (error instanceof QueryError) throw new ProductError('InvalidRequest', error.message);
    throw error;
  }
}

function toFoundItem({ row, score, passage = null, explanation }: SearchHit): FoundItem {
  const plain = { ...row, conceptScore: score };
  if (!explanation) return plain;
  const { terms, concepts } = explanation;
  return { ...plain, explanation: { terms: [...terms], concepts: [...concepts], passage } };
}
