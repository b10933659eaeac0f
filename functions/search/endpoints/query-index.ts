import { lambda } from '#core/request/lambda.ts';
import type { Facet, SearchHit, UsedSynonyms } from '#engine';
import { search as contract, type FoundItem } from '#shared/contract/search.ts';
import { keyHolder } from '../key-holder.ts';
import { logKeySearch } from '../log-answer.ts';
import { queryPublishedIndex } from '../query-published-index.ts';
import { readQuery } from '../read-query.ts';
import { vectorOfText } from '../vector-of-text.ts';
import { warmIndex } from '../warm-index.ts';

const vectorProblem =
  'The model that embeds texts gave no vector in time. Words and meaning ranked.';

export const handler = lambda(
  contract,
  'query-index',
  keyHolder,
  ({ body, ...call }) => {
    const { conceptFeaturesString: text = '', maxNumItems, syntax, ...options } = body.request;
    // What a person types is answered with a list that says why. Pages ask for one row to count or to show it.
    const isPart = maxNumItems === 1 || options.after !== undefined || options.explain === false;
    const search = async () => {
      const { problem, isWithout, found } = await queryPublishedIndex(
        call.principal,
        async (index) => {
          const { problem, ...asked } = readQuery(index.columns, body.request);
          const request = { limit: maxNumItems, ...options, ...asked };
          const ofText = await vectorOfText(index, request, call.usage);
          const found = await index.search({ ...request, ...ofText });
          return { problem, isWithout: ofText.isVectorOfText && !ofText.vector, found };
        },
      );
      const { totalFound, hits, facets, next, synonyms } = found;
      const answer = {
        totalFoundItems: totalFound,
        foundItems: hits.map(toFoundItem),
        ...(problem !== undefined && { queryProblem: problem }),
        ...(isWithout && { vectorProblem }),
        ...(synonyms && { synonyms: synonyms.map(toSearchedAs) }),
        ...(facets && { facets: facets.map(toFacet) }),
        ...(next !== undefined && { next }),
      };
      return { answer, results: totalFound };
    };
    const { filters } = options;
    return logKeySearch(call, text, search, { isPart, syntax, filters });
  },
  warmIndex,
);

const toSearchedAs = ({ word, synonyms }: UsedSynonyms) => ({ word, synonyms: [...synonyms] });

const toFacet = ({ counts, ...facet }: Facet) => ({
  ...facet,
  counts: counts.map(({ by, ...count }) => ({ ...count, ...(by && { by: [...by] }) })),
});

function toFoundItem({
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
