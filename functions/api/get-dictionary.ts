import { keyHolder } from '#functions/runtime/key-holder.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { openServedIndex } from '#functions/search/open-served-index.ts';

const termsShown = 20;

export const handler = lambda('get-dictionary', keyHolder, async ({ params, body }) => {
  const index = await openServedIndex(params.index_id);
  return { terms: index.dictionary(body.request.query, termsShown) };
});
