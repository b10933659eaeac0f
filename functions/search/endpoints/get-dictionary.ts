import { lambda } from '#core/request/lambda.ts';
import { search } from '#shared/contract/search.ts';
import { keyHolder } from '../key-holder.ts';
import { logKeySearch } from '../log-answer.ts';
import { queryPublishedIndex } from '../query-published-index.ts';

const termsShown = 20;

export const handler = lambda(search, 'get-dictionary', keyHolder, ({ body, ...call }) => {
  const { query } = body.request;
  return logKeySearch(call, query, async () => {
    const terms = await queryPublishedIndex(call.principal, (index) =>
      index.dictionary(query, termsShown),
    );
    return { answer: { terms }, results: terms.length };
  });
});
