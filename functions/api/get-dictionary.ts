import { openServedIndex } from '#functions/domain/open-served-index.ts';
import { keyHolder } from '#functions/request/key-holder.ts';
import { lambda } from '#functions/request/lambda.ts';

const termsShown = 20;

export const handler = lambda('get-dictionary', keyHolder, async ({ params, body }) => {
  const index = await openServedIndex(params.index_id);
  return { terms: index.dictionary(body.request.query, termsShown) };
});
