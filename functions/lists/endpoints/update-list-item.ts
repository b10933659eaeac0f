import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { lists } from '#shared/contract/lists.ts';
import { getItem, setItem } from '../list-items.ts';
import { seenList, toListItem, workOn } from '../own-lists.ts';

export const handler = lambda(lists, 'update-list-item', member, async (request) => {
  const { params, body, principal, now, fail } = request;
  const { note, tags, revision, ...document } = body;
  const { list, project, names } = await seenList(principal, params.list_id);
  const of = { orgId: principal.orgId, listId: list.list_id };
  const item = await getItem(of, document);
  // Somebody took it out meanwhile, or changed it.
  if (item?.revision !== revision) throw fail('ListItemChanged');
  const changed = { ...item, note, tags: [...new Set(tags)], revision: revision + 1 };
  const notes = workOn(principal, project, list, 'noted', now);
  if (!(await setItem(of, changed, revision, notes))) throw fail('ListItemChanged');
  return toListItem(changed, names);
});
