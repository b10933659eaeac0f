import { lambda } from '#core/request/lambda.ts';
import { getIndex } from '#functions/indexes/index.ts';
import { member } from '#functions/people/index.ts';
import { isCatalog } from '#shared/catalogs.ts';
import { lists } from '#shared/contract/lists.ts';
import { putItem } from '../list-items.ts';
import { getList } from '../lists.ts';
import { seenList, workOn } from '../own-lists.ts';

export const handler = lambda(lists, 'add-list-item', member, async (request) => {
  const { params, body, principal, now, fail } = request;
  const { orgId, user } = principal;
  const { list, project } = await seenList(principal, params.list_id);
  const isOwn = isCatalog(body.index_id) || (await getIndex(body.index_id))?.org_id === orgId;
  if (!isOwn) throw fail('IndexNotFound');
  const item = {
    kind: 'document' as const,
    ...body,
    tags: [],
    by_id: user.item_id,
    at: now.toISOString(),
    revision: 1,
  };
  const notes = workOn(principal, project, list, 'documents-added', now);
  const outcome = await putItem({ orgId, listId: list.list_id }, item, notes);
  if (outcome === 'refused') {
    throw fail((await getList(orgId, list.list_id)) ? 'ListFull' : 'ListNotFound');
  }
  return { added: outcome === 'added' };
});
