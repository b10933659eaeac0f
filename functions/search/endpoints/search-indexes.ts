import { lambda } from '#core/request/lambda.ts';
import { search } from '#shared/contract/search.ts';
import { requireAnswerable } from '../answer-size.ts';
import { keysOfBody } from '../key-holder.ts';
import { searchIndexes } from '../search-indexes.ts';
import { warmIndex } from '../warm-index.ts';

export const handler = lambda(
  search,
  'search-indexes',
  keysOfBody,
  async ({ body, principal, startedAt }) =>
    requireAnswerable(await searchIndexes(principal, body, startedAt)),
  warmIndex,
);
