import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { lists } from '#shared/contract/lists.ts';
import { removeItem } from '../list-items.ts';
import { seenList, workOn } from '../own-lists.ts';

export const handler = lambda(lists, 'remove-list-item', member, async (request) => {
  const { params, query, principal, now, fail } = request;
  const { list, project } = await seenList(principal, params.list_id);
  const of = { orgId: principal.orgId, listId: list.list_id };
  const notes = workOn(principal, project, list, 'documents-removed', now);
  if (!(await removeItem(of, query, notes, now))) throw fail('NotFound');
  return {};
});
