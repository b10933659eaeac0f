import { queryKeys } from '#core/storage/queries.ts';
import { deleteItems } from '#core/storage/records.ts';
import { lists } from '#tables/lists.ts';
import { removeSavedSearch, searchesBy } from './saved-searches.ts';
import { toSavedSearch } from './to-saved-search.ts';

/** What a person has saved in an organization. */
export const savedSearchesBy = async (orgId: string, userId: string) =>
  (await searchesBy(orgId, userId)).map(toSavedSearch);

/** Deletes what a person has saved, with their alerts. */
export async function forgetSavedSearches(orgId: string, userId: string): Promise<void> {
  for (const search of await searchesBy(orgId, userId)) await removeSavedSearch(search);
}

/** Deletes the saved searches of an organization that has ended. */
export async function removeSavedSearchesOf(orgId: string): Promise<void> {
  const of = { org_id: orgId };
  const searches = await queryKeys('dynamodb:Query Lists', lists.savedBy, of);
  const known = await queryKeys('dynamodb:Query Lists', lists.knownRowsOf, of);
  await deleteItems('dynamodb:BatchWriteItem Lists', [...searches, ...known]);
}
