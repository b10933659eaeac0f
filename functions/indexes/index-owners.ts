/** Changes of indexes when people leave. `sweep-builds` removes the files of builds that were running. */

import { queryAll, queryKeys } from '#core/storage/queries.ts';
import { deleteItems } from '#core/storage/records.ts';
import { remove, type TransactItems, transact, tryWrite, update } from '#core/storage/writes.ts';
import { indexes } from '#tables/indexes.ts';
import { listingValues, relistedAuthor } from './index-listing.ts';
import type { IndexRecord } from './indexes.ts';
import { buildFolder, folderOf } from './indexes-bucket.ts';
import { supersession } from './superseded-builds.ts';
import { removedSynonyms } from './synonyms-store.ts';

/** All indexes of an organization. */
export async function listIndexesOf(orgId: string): Promise<IndexRecord[]> {
  const found = await queryAll('dynamodb:Query Indexes', indexes.byCreation, { org_id: orgId });
  return found.map(({ record }) => record);
}

/** Replaces the name of an author who is gone, and stops mails to them. */
export async function renameIndexAuthor(
  orgId: string,
  user: { item_id: string; email: string },
  author: string,
): Promise<void> {
  for (const { item_id, name, author_id, notify_email } of await listIndexesOf(orgId)) {
    const isAuthor = author_id === user.item_id;
    const isTold = notify_email === user.email;
    if (!isAuthor && !isTold) continue;
    const gone = [...(isAuthor ? ['author_id'] : []), ...(isTold ? ['notify_email'] : [])];
    const renamed = update(
      'dynamodb:UpdateItem Indexes',
      indexes.index,
      { index_id: item_id },
      {
        UpdateExpression: `${isAuthor ? 'SET author = :author ' : ''}REMOVE ${gone.join(', ')}`,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: isAuthor ? { ':author': author } : undefined,
      },
    );
    const listing = isAuthor ? [relistedAuthor({ org_id: orgId, name, author })] : [];
    await transact([renamed, ...listing]);
  }
}

/**
 * Deletes the indexes of an organization that has ended. A running build finds its record gone and stops.
 * Its folder, and that of the version that serves, are recorded as superseded, so that what a last step or change of rows
 * writes is removed later.
 */
export async function deleteIndexesOf(orgId: string, now: Date): Promise<void> {
  for (const record of await listIndexesOf(orgId)) {
    await transact([
      remove('dynamodb:DeleteItem Indexes', indexes.index, { index_id: record.item_id }),
      removedSynonyms(record),
      ...supersessions(record, now),
    ]);
  }
  const names = await queryKeys('dynamodb:Query Indexes', indexes.byName, { org_id: orgId });
  await deleteItems('dynamodb:BatchWriteItem Indexes', names);
}

/** Notes that nothing needs the files of an index any more. */
function supersessions(record: IndexRecord, now: Date) {
  const { item_id: index_id, manifest_key } = record;
  const folders = [buildFolder(record), ...(manifest_key ? [folderOf(manifest_key)] : [])];
  return Array.from(new Set(folders), (folder) => supersession({ index_id, folder }, now));
}

/** Deletes one index in the same way, with its place in the lists; false when it is gone. */
export async function deleteIndex(
  record: IndexRecord,
  notes: TransactItems,
  now: Date,
): Promise<boolean> {
  const removed = remove(
    'dynamodb:DeleteItem Indexes',
    indexes.index,
    { index_id: record.item_id },
    { ConditionExpression: 'attribute_exists(pk)' },
  );
  const listing = remove('dynamodb:DeleteItem Indexes', indexes.listing, listingValues(record));
  const synonyms = removedSynonyms(record);
  return !(await tryWrite([removed, listing, synonyms, ...supersessions(record, now), ...notes]));
}
