import type { MemberPrincipal } from '#functions/people/index.ts';
import type { List, ListItem } from '#shared/contract/lists.ts';
import { itemsOf } from './list-items.ts';
import { seenList, toList, toListItem } from './own-lists.ts';

/** A list that the caller sees with everything in it, the last added first. Throws `ListNotFound`. */
export async function readList(
  principal: MemberPrincipal,
  listId: string,
): Promise<{ list: List; items: ListItem[] }> {
  const { list, project, names } = await seenList(principal, listId);
  const items = await itemsOf({ orgId: principal.orgId, listId: list.list_id });
  const latest = items.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return {
    list: toList(list, project, principal, names),
    items: latest.map((item) => toListItem(item, names)),
  };
}
