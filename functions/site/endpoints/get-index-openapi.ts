import { lambda } from '#core/request/lambda.ts';
import { requireReadableIndex, toIndex } from '#functions/indexes/index.ts';
import { managingMember } from '#functions/people/index.ts';
import { docs } from '#shared/contract/docs.ts';
import { indexOpenApi } from '#shared/index-openapi.ts';

export const handler = lambda(
  docs,
  'get-index-openapi',
  managingMember,
  async ({ params, principal }) =>
    indexOpenApi(toIndex(await requireReadableIndex(principal, params.index_id))),
);
