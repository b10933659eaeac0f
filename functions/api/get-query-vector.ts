import { keyHolder } from '#functions/runtime/key-holder.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { openServedIndex } from '#functions/search/open-served-index.ts';

export const handler = lambda('get-query-vector', keyHolder, async ({ params, body }) => {
  const index = await openServedIndex(params.index_id);
  return { vector: index.vector(body.request.query) };
});
