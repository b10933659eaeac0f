import { askServedIndex } from '#functions/domain/ask-served-index.ts';
import { logKeySearch } from '#functions/domain/log-answer.ts';
import { keyHolder } from '#functions/request/key-holder.ts';
import { lambda } from '#functions/request/lambda.ts';
import { search } from '#shared/contract/search.ts';

const termsShown = 20;

export const handler = lambda(
  search,
  'get-dictionary',
  keyHolder,
  ({ params, body, principal, startedAt }) => {
    const { query } = body.request;
    return logKeySearch(principal, query, startedAt, async (told) => {
      const terms = await askServedIndex(params.index_id, (index) =>
        index.dictionary(query, termsShown),
      );
      told.results = terms.length;
      return { terms };
    });
  },
);
