import { askServedIndex } from '#functions/domain/ask-served-index.ts';
import { keyHolder } from '#functions/request/key-holder.ts';
import { lambda } from '#functions/request/lambda.ts';
import { search } from '#shared/contract/search.ts';

const termsShown = 20;

export const handler = lambda(search, 'get-dictionary', keyHolder, async ({ params, body }) => ({
  terms: await askServedIndex(params.index_id, (index) =>
    index.dictionary(body.request.query, termsShown),
  ),
}));
