import type { SearchHit } from '#engine';
import { askServedIndex } from '#functions/domain/ask-served-index.ts';
import { logKeySearch } from '#functions/domain/log-answer.ts';
import { warmIndex } from '#functions/domain/warm-index.ts';
import { keyHolder } from '#functions/request/key-holder.ts';
import { lambda } from '#functions/request/lambda.ts';
import { type FoundItem, search } from '#shared/contract/search.ts';

export const handler = lambda(
  search,
  'query-index',
  keyHolder,
  ({ params, body, principal, startedAt }) => {
    const { conceptFeaturesString: text, maxNumItems, ...options } = body.request;
    const request = { text, limit: maxNumItems, ...options };
    return logKeySearch(principal, text, startedAt, async (told) => {
      const found = await askServedIndex(params.index_id, (index) => index.search(request));
      told.results = found.totalFound;
      return { totalFoundItems: found.totalFound, foundItems: found.hits.map(toFoundItem) };
    });
  },
  warmIndex,
);

function toFoundItem({
  row,
  score,
  passage = null,
  explanation,
  highlights = {},
}: SearchHit): FoundItem {
  const plain = { ...row, conceptScore: score };
  if (!explanation) return plain;
  const { terms, concepts } = explanation;
  const found = Object.entries(highlights).map(([column, ranges]) => [column, [...ranges]]);
  return {
    ...plain,
    explanation: {
      terms: [...terms],
      concepts: [...concepts],
      passage,
      highlights: Object.fromEntries(found),
    },
  };
}
