import { askServedIndex } from '#functions/domain/ask-served-index.ts';
import { logKeySearch } from '#functions/domain/log-answer.ts';
import { keyHolder } from '#functions/request/key-holder.ts';
import { lambda } from '#functions/request/lambda.ts';
import { search } from '#shared/contract/search.ts';

export const handler = lambda(
  search,
  'get-query-vector',
  keyHolder,
  ({ params, body, principal, startedAt }) => {
    const { query } = body.request;
    return logKeySearch(principal, query, startedAt, async () => ({
      vector: await askServedIndex(params.index_id, (index) => index.vector(query)),
    }));
  },
);
