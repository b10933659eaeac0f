import { lambda } from '#core/request/lambda.ts';
import { search } from '#shared/contract/search.ts';
import { keyHolder } from '../key-holder.ts';
import { logKeySearch } from '../log-answer.ts';
import { queryPublishedIndex } from '../query-published-index.ts';

export const handler = lambda(search, 'get-query-vector', keyHolder, ({ body, ...call }) => {
  const { query } = body.request;
  return logKeySearch(call, query, async () => {
    const vector = await queryPublishedIndex(call.principal, (index) => index.vector(query));
    return { answer: { vector } };
  });
});
