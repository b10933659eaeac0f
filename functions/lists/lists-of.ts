import { queryKeys } from '#core/storage/queries.ts';
import { deleteItems } from '#core/storage/records.ts';
import { heldByProject } from '#functions/projects/index.ts';
import { lists } from '#tables/lists.ts';
import { everyItem, removeItemsOf } from './list-items.ts';
import { listsOf, removeList } from './lists.ts';

/** What a person keeps in an organization: their lists, and what they added to any. */
export async function listEntriesBy(orgId: string, userId: string) {
  const own = (await listsOf(orgId)).filter(({ owner_id }) => owner_id === userId);
  const added = (await everyItem(orgId)).filter(({ by_id }) => by_id === userId);
  return {
    lists: own.map(({ owner_id, ...list }) => list),
    added: added.map(({ by_id, listId, ...item }) => ({ list_id: listId, ...item })),
  };
}

/** Deletes the private lists of a person. Shared ones and those of projects stay with the organization and name nobody. */
export async function forgetListsOf(orgId: string, userId: string): Promise<void> {
  const [all, held] = await Promise.all([listsOf(orgId), heldByProject(orgId, 'list')]);
  for (const { list_id: listId, owner_id, shared } of all) {
    if (owner_id !== userId || shared || held.has(listId)) continue;
    await removeItemsOf({ orgId, listId });
    await removeList(orgId, listId, []);
  }
}

/** Deletes the lists of an organization that has ended. */
export async function removeListsOf(orgId: string): Promise<void> {
  await removeItemsOf({ orgId });
  const keys = await queryKeys('dynamodb:Query Lists', lists.listsOf, { org_id: orgId });
  await deleteItems('dynamodb:BatchWriteItem Lists', keys);
}
