import { lambda } from '#core/request/lambda.ts';
import { newId } from '#core/runtime/ids.ts';
import { member } from '#functions/people/index.ts';
import { lists } from '#shared/contract/lists.ts';
import { putList } from '../lists.ts';
import { listEntries, toList } from '../own-lists.ts';

export const handler = lambda(lists, 'create-list', member, async (request) => {
  const { body, principal, now, fail } = request;
  const { orgId, user } = principal;
  const at = now.toISOString();
  const list = {
    list_id: newId('lst'),
    ...body,
    owner_id: user.item_id,
    created_at: at,
    updated_at: at,
    items: 0,
  };
  const notes = listEntries(principal, 'list.created', list, now);
  if (!(await putList(orgId, list, notes))) throw fail('ListLimitReached');
  return toList(list, undefined, principal, new Map([[user.item_id, user.full_name]]));
});
