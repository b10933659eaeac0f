import { lambda } from '#core/request/lambda.ts';
import { search } from '#shared/contract/search.ts';
import { answerSearches } from '../answer-searches.ts';
import { keyHolderOfSeveral } from '../key-holder.ts';
import { warmIndex } from '../warm-index.ts';

export const handler = lambda(
  search,
  'query-index-several',
  keyHolderOfSeveral,
  async ({ body, ...call }) => ({ answers: await answerSearches(call, body.requests) }),
  warmIndex,
);
