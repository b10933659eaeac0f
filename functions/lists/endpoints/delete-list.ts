import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { getEntry, removeEntry } from '#functions/projects/index.ts';
import { lists } from '#shared/contract/lists.ts';
import { removeItemsOf } from '../list-items.ts';
import { removeList } from '../lists.ts';
import { listEntries, managedList, workOn } from '../own-lists.ts';

export const handler = lambda(lists, 'delete-list', member, async (request) => {
  const { params, principal, now, fail } = request;
  const { orgId } = principal;
  const { list, project } = await managedList(principal, params.list_id);
  const notes = listEntries(principal, 'list.deleted', list, now);
  if (!(await removeList(orgId, list.list_id, notes))) throw fail('ListNotFound');
  const entry = await getEntry(orgId, { kind: 'list', ref: list.list_id });
  if (entry) await removeEntry(orgId, entry, workOn(principal, project, list, 'removed', now), now);
  await removeItemsOf({ orgId, listId: list.list_id });
  return {};
});
