import { QueryError } from '#engine/errors.ts';
import type { SearchHit, SearchRequest } from '#engine/query/search-index.ts';
import { openServedIndex } from '#functions/domain/open-served-index.ts';
import { keyHolder } from '#functions/request/key-holder.ts';
import { lambda } from '#functions/request/lambda.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import { ProductError } from '#shared/errors.ts';

export const handler = lambda('query-index', keyHolder, async ({ params, body }) => {
  const { conceptFeaturesString, maxNumItems, ...options } = body.request;
  return searchServedIndex(params.index_id, {
    text: conceptFeaturesString,
    limit: maxNumItems,
    ...options,
  });
});

/** Searches the published version of an index. What the index cannot do becomes a message for the caller. */
async function searchServedIndex(indexId: string, request: SearchRequest) {
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
