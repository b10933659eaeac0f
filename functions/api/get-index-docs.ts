import { requireReadableIndex } from '#functions/domain/require-readable-index.ts';
import { toIndex } from '#functions/domain/to-index.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { findIndexByName } from '#functions/store/indexes.ts';
import { docs } from '#shared/contract/docs.ts';
import { indexDocs } from '#shared/docs/index-docs.ts';

/** An index is named by its id or, when it is the organisation's own, by its name: an id is no name. */
export const handler = lambda(docs, 'get-index-docs', member, async ({ params, principal }) => {
  const { index_name } = params;
  const indexId = (await findIndexByName(principal.orgId, index_name)) ?? index_name;
  return indexDocs(toIndex(await requireReadableIndex(principal, indexId)));
});
