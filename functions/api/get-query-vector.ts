import { askServedIndex } from '#functions/domain/ask-served-index.ts';
import { keyHolder } from '#functions/request/key-holder.ts';
import { lambda } from '#functions/request/lambda.ts';
import { search } from '#shared/contract/search.ts';

export const handler = lambda(search, 'get-query-vector', keyHolder, async ({ params, body }) => ({
  vector: await askServedIndex(params.index_id, (index) => index.vector(body.request.query)),
}));
