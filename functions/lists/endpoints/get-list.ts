import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { lists } from '#shared/contract/lists.ts';
import { itemsOf } from '../list-items.ts';
import { seenList, toList, toListItem } from '../own-lists.ts';

export const handler = lambda(lists, 'get-list', member, async ({ params, principal }) => {
  const { list, names } = await seenList(principal, params.list_id);
  const items = await itemsOf({ orgId: principal.orgId, listId: list.list_id });
  const latest = items.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return {
    list: toList(list, principal, names),
    items: latest.map((item) => toListItem(item, names)),
  };
});
