import { keyHolder } from '#functions/runtime/key-holder.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { searchServedIndex } from '#functions/search/search-served-index.ts';

export const handler = lambda('query-index', keyHolder, async ({ params, body }) => {
  const { conceptFeaturesString, maxNumItems, ...options } = body.request;
  return searchServedIndex(params.index_id, {
    text: conceptFeaturesString,
    limit: maxNumItems,
    ...options,
  });
});
