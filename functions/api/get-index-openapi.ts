import { requireReadableIndex } from '#functions/indexes/require-readable-index.ts';
import { toIndex } from '#functions/indexes/to-index.ts';
import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { indexOpenApi } from '#shared/index-openapi.ts';

export const handler = lambda('get-index-openapi', member, async ({ params, principal }) =>
  indexOpenApi(toIndex(await requireReadableIndex(principal, params.index_id))),
);
