import { requireReadableIndex } from '#functions/domain/require-readable-index.ts';
import { toIndex } from '#functions/domain/to-index.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { docs } from '#shared/contract/docs.ts';
import { indexOpenApi } from '#shared/index-openapi.ts';

export const handler = lambda(docs, 'get-index-openapi', member, async ({ params, principal }) =>
  indexOpenApi(toIndex(await requireReadableIndex(principal, params.index_id))),
);
