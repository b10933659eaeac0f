import { openServedIndex } from '#functions/domain/open-served-index.ts';
import { keyHolder } from '#functions/request/key-holder.ts';
import { lambda } from '#functions/request/lambda.ts';

export const handler = lambda('get-query-vector', keyHolder, async ({ params, body }) => {
  const index = await openServedIndex(params.index_id);
  return { vector: index.vector(body.request.query) };
});
