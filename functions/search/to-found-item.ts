import type { SearchHit } from '#engine';
import type { FoundItem } from '#shared/contract/search.ts';

/** A hit as calls of the API answer it. */
export function toFoundItem({
  row,
  score,
  passage = null,
  explanation,
  highlights = {},
  sameValue,
}: SearchHit): FoundItem {
  const plain = { ...row, conceptScore: score, ...(sameValue && { sameValue }) };
  if (!explanation) return plain;
  const { terms, concepts, vector, isRelevant } = explanation;
  const found = Object.entries(highlights).map(([column, ranges]) => [column, [...ranges]]);
  return {
    ...plain,
    explanation: {
      terms: [...terms],
      concepts: [...concepts],
      ...(vector !== undefined && { vector }),
      ...(isRelevant !== undefined && { isRelevant }),
      passage,
      highlights: Object.fromEntries(found),
    },
  };
}
