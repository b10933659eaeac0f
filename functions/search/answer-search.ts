import type { Facet, UsedSynonyms } from '#engine';
import type { SearchAnswer, SearchRequest } from '#shared/contract/search.ts';
import { requireAnswerable } from './answer-size.ts';
import { type KeySearch, logKeySearch } from './log-answer.ts';
import type { AskIndex } from './query-published-index.ts';
import { readQuery } from './read-query.ts';
import { toFoundItem } from './to-found-item.ts';
import { vectorOfText } from './vector-of-text.ts';

const vectorProblem =
  'The model that embeds texts gave no vector in time. Words and meaning ranked.';

/** Answers one search of a key's holder, and logs it for the search history. */
export function answerSearch(
  call: KeySearch,
  ask: AskIndex,
  request: SearchRequest,
): Promise<SearchAnswer> {
  const { conceptFeaturesString: text = '', maxNumItems, syntax, ...options } = request;
  // What a person types is answered with whole rows that say why. Pages ask for one row, or for some columns, to count or to show
  // a part of themselves.
  const isPart =
    maxNumItems === 1 ||
    options.after !== undefined ||
    options.explain === false ||
    options.fields !== undefined;
  const search = async () => {
    const { problem, isWithout, found } = await ask(async (index) => {
      const { problem, ...read } = readQuery(index.columns, request);
      const asked = { limit: maxNumItems, ...options, ...read };
      const ofText = await vectorOfText(index, asked, call.usage);
      const found = await index.search({ ...asked, ...ofText });
      return { problem, isWithout: ofText.isVectorOfText && !ofText.vector, found };
    });
    const { totalFound, lessRelevant, hits, facets, next, synonyms } = found;
    const answer = {
      totalFoundItems: totalFound,
      ...(lessRelevant !== undefined && { lessRelevantItems: lessRelevant }),
      foundItems: hits.map(toFoundItem),
      ...(problem !== undefined && { queryProblem: problem }),
      ...(isWithout && { vectorProblem }),
      ...(synonyms && { synonyms: synonyms.map(toSearchedAs) }),
      ...(facets && { facets: facets.map(toFacet) }),
      ...(next !== undefined && { next }),
    };
    return { answer: requireAnswerable(answer), results: totalFound };
  };
  const { filters, sort } = options;
  return logKeySearch(call, text, search, { isPart, syntax, filters, sort });
}

const toSearchedAs = ({ word, synonyms }: UsedSynonyms) => ({ word, synonyms: [...synonyms] });

const toFacet = ({ counts, ...facet }: Facet) => ({
  ...facet,
  counts: counts.map(({ by, ...count }) => ({ ...count, ...(by && { by: [...by] }) })),
});
