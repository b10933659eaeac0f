/** The synonyms of an index, as its owner writes them. */

import { newId } from '#core/runtime/ids.ts';
import { getRecord } from '#core/storage/records.ts';
import { put, remove, type TransactItems, tryWrite, update } from '#core/storage/writes.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { indexes } from '#tables/indexes.ts';
import type { IndexRecord } from './indexes.ts';

/** Undefined if the index has never had synonyms. */
export const getSynonyms = (
  indexId: string,
): Promise<RecordOf<typeof indexes.synonyms> | undefined> =>
  getRecord('dynamodb:GetItem Indexes', indexes.synonyms, { index_id: indexId });

/**
 * Replaces the synonyms of an index. Searches that begin afterwards apply them.
 * @param also is written in the same transaction
 * @returns false if the index is gone
 */
export async function putSynonyms(
  { item_id: index_id }: IndexRecord,
  lines: string[],
  also: TransactItems,
): Promise<boolean> {
  const version = newId('syn');
  const refusal = await tryWrite([
    update(
      'dynamodb:UpdateItem Indexes',
      indexes.index,
      { index_id },
      {
        UpdateExpression: 'SET synonyms_version = :version',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':version': version },
      },
    ),
    put('dynamodb:PutItem Indexes', indexes.synonyms, indexes.synonyms.key({ index_id }), {
      version,
      lines,
    }),
    ...also,
  ]);
  return !refusal;
}

/** The write that removes them, to be made with the one that deletes the index. */
export const removedSynonyms = ({ item_id: index_id }: IndexRecord) =>
  remove('dynamodb:DeleteItem Indexes', indexes.synonyms, { index_id });
