import { alsoAtUrl } from '#core/request/function-url.ts';
import { lambda } from '#core/request/lambda.ts';
import { search } from '#shared/contract/search.ts';
import { answerSearch } from '../answer-search.ts';
import { keyHolder } from '../key-holder.ts';
import { askPublishedIndex } from '../query-published-index.ts';
import { warmIndex } from '../warm-index.ts';

export const handler = alsoAtUrl(
  search,
  'query-index',
  lambda(
    search,
    'query-index',
    keyHolder,
    ({ body, ...call }) => answerSearch(call, askPublishedIndex(call.principal), body.request),
    warmIndex,
  ),
);
