import { lambda } from '#core/request/lambda.ts';
import { findIndexByName, getIndex, toIndex } from '#functions/indexes/index.ts';
import { visitor } from '#functions/people/index.ts';
import { isCatalog } from '#shared/catalogs.ts';
import { docs } from '#shared/contract/docs.ts';
import { indexDocs } from '#shared/docs/index-docs.ts';

/** An index is named by its id or, when it is the organization's own, by its name: ids are not valid names. */
export const handler = lambda(
  docs,
  'get-index-docs',
  visitor,
  async ({ params, principal, fail }) => {
    const { index_name } = params;
    const orgId = principal.user?.org_id;
    const named = orgId && (await findIndexByName(orgId, index_name));
    const indexId = named || index_name;
    const index = await getIndex(indexId);
    const readable = isCatalog(indexId) || (orgId !== undefined && index?.org_id === orgId);
    if (!index || !readable) throw fail('IndexNotFound');
    return indexDocs(toIndex(index));
  },
);
