/** What is in lists. All of an organization lies in one partition, list after list. */
import { createHash } from 'node:crypto';
import { countHeld } from '#core/storage/counts.ts';
import { queryAll, queryKeys } from '#core/storage/queries.ts';
import { deleteItems, getRecord } from '#core/storage/records.ts';
import {
  put,
  remove,
  type TransactItems,
  tryUpdate,
  tryWrite,
  update,
} from '#core/storage/writes.ts';
import type { Rating } from '#shared/contract/lists.ts';
import { limits } from '#shared/limits.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { lists } from '#tables/lists.ts';

export type ListItemRecord = RecordOf<typeof lists.listItem>;

/** Names a document in a list. */
type ListedDocument = Pick<ListItemRecord, 'index_id' | 'id'>;

interface ListOf {
  orgId: string;
  listId: string;
}

const keyOf = ({ orgId, listId }: ListOf, { index_id, id }: ListedDocument) => {
  const hash = createHash('sha256').update(JSON.stringify(['document', index_id, id]));
  return { org_id: orgId, list_id: listId, item_hash: hash.digest('base64url') };
};

/** Everything in a list, in no order that means anything. */
export async function itemsOf({ orgId, listId }: ListOf): Promise<ListItemRecord[]> {
  const found = await queryAll(
    'dynamodb:Query Lists',
    lists.itemsOf,
    { org_id: orgId },
    { range: { beginsWith: `${listId}#` }, consistent: true },
  );
  return found.map(({ record }) => record);
}

/** Everything in the lists of an organization, with the id of its list. */
export async function everyItem(orgId: string) {
  const found = await queryAll('dynamodb:Query Lists', lists.itemsOf, { org_id: orgId });
  return found.map(({ key, record }) => ({
    listId: key.sk.slice(0, key.sk.indexOf('#')),
    ...record,
  }));
}

const counted = ({ orgId, listId }: ListOf, by: 1 | -1, at: string) =>
  update(
    'dynamodb:UpdateItem Lists',
    lists.list,
    { org_id: orgId, list_id: listId },
    countHeld('items', by, limits.listItemsMax, at),
  );

/** Adds an item: `there` if the list has it already, `refused` if the list is full or gone. */
export async function putItem(
  of: ListOf,
  item: ListItemRecord,
  notes: TransactItems,
): Promise<'added' | 'there' | 'refused'> {
  const keys = lists.listItem.key(keyOf(of, item));
  const added = put('dynamodb:PutItem Lists', lists.listItem, keys, item, {
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  const refusal = await tryWrite([added, counted(of, 1, item.at), ...notes], 2);
  if (!refusal) return 'added';
  return refusal.failed.includes(0) ? 'there' : 'refused';
}

/** The item of a document; undefined if the list does not have it. */
export const getItem = (of: ListOf, document: ListedDocument) =>
  getRecord('dynamodb:GetItem Lists', lists.listItem, keyOf(of, document));

/** Writes note and tags; false when the item is gone, or somebody has changed it since `seen`. */
export async function setItem(
  of: ListOf,
  item: ListItemRecord,
  seen: number,
  notes: TransactItems,
): Promise<boolean> {
  const { note, tags, revision } = item;
  const change = update('dynamodb:UpdateItem Lists', lists.listItem, keyOf(of, item), {
    UpdateExpression: 'SET note = :note, tags = :tags, revision = :revision',
    ConditionExpression: 'revision = :seen',
    ExpressionAttributeValues: {
      ':note': note,
      ':tags': tags,
      ':revision': revision,
      ':seen': seen,
    },
  });
  return !(await tryWrite([change, ...notes]));
}

/**
 * Rates an item, whatever others have changed meanwhile; undefined if it is not there.
 * @param note replaces the note, unless it is undefined
 */
export function rateItem(
  of: ListOf,
  document: ListedDocument,
  rating: Rating | null,
  note: string | undefined,
): Promise<ListItemRecord | undefined> {
  const parts = [
    rating ? 'SET rating = :rating,' : 'SET',
    note === undefined ? '' : 'note = :note,',
    'revision = revision + :one',
    rating ? '' : 'REMOVE rating',
  ];
  return tryUpdate(
    lists.listItem,
    update('dynamodb:UpdateItem Lists', lists.listItem, keyOf(of, document), {
      UpdateExpression: parts.join(' '),
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: {
        ':one': 1,
        ...(rating && { ':rating': rating }),
        ...(note !== undefined && { ':note': note }),
      },
    }),
  );
}

/** Takes an item out; false when it is not there. */
export async function removeItem(
  of: ListOf,
  document: ListedDocument,
  notes: TransactItems,
  now: Date,
): Promise<boolean> {
  const removed = remove('dynamodb:DeleteItem Lists', lists.listItem, keyOf(of, document), {
    ConditionExpression: 'attribute_exists(pk)',
  });
  return !(await tryWrite([removed, counted(of, -1, now.toISOString()), ...notes], 2));
}

/** Removes everything in a list, or in all lists of an organization. */
export async function removeItemsOf({ orgId, listId }: { orgId: string; listId?: string }) {
  const keys = await queryKeys(
    'dynamodb:Query Lists',
    lists.itemsOf,
    { org_id: orgId },
    { ...(listId && { range: { beginsWith: `${listId}#` } }), consistent: true },
  );
  await deleteItems('dynamodb:BatchWriteItem Lists', keys);
}
