/** The position of an index in the lists of its organization: one small item beside its record. */

import { partEnd, sortable } from '#core/storage/list-page.ts';
import { put, update } from '#core/storage/writes.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { indexes } from '#tables/indexes.ts';

/** The fields of an index that decide its position. */
interface Listed {
  item_id: string;
  org_id: string;
  name: string;
  author: string;
  modified_at: string;
  status: Index['status'];
}

const authorUnits = 200;

/** Values for the key of a listing. */
export const listingValues = ({ org_id, name }: Pick<Listed, 'org_id' | 'name'>) => ({
  org_id,
  name_order: name.toLowerCase(),
});

/** Names are unique, so they order equal values. */
const orderKey = (value: string, { name }: Pick<Listed, 'name'>) =>
  `${value}${partEnd}${name.toLowerCase()}`;

const byAuthor = (index: Pick<Listed, 'org_id' | 'name' | 'author'>) =>
  indexes.byAuthor.keys({
    org_id: index.org_id,
    author_order: orderKey(sortable(index.author, authorUnits), index),
  });

const byUpdateAndStatus = (index: Pick<Listed, 'org_id' | 'name' | 'modified_at' | 'status'>) => ({
  ...indexes.byUpdate.keys({
    org_id: index.org_id,
    update_order: orderKey(index.modified_at, index),
  }),
  ...indexes.byStatus.keys({ org_id: index.org_id, status_order: orderKey(index.status, index) }),
});

const keysOf = (index: Listed) => ({
  ...indexes.listing.key(listingValues(index)),
  ...byAuthor(index),
  ...byUpdateAndStatus(index),
});

/** The whole item as stored. */
export const listingItem = (index: Listed) => ({ ...keysOf(index), index_id: index.item_id });

/** The write that lists a new index. Its condition fails when the name is taken. */
export const listed = (index: Listed) =>
  put(
    'dynamodb:PutItem Indexes',
    indexes.listing,
    keysOf(index),
    { index_id: index.item_id },
    { ConditionExpression: 'attribute_not_exists(pk)' },
  );

const relist = (index: Pick<Listed, 'org_id' | 'name'>, keys: Record<string, string>) =>
  update('dynamodb:UpdateItem Indexes', indexes.listing, listingValues(index), {
    UpdateExpression: `SET ${Object.keys(keys).map((name) => `${name} = :${name}`)}`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: Object.fromEntries(
      Object.entries(keys).map(([name, value]) => [`:${name}`, value]),
    ),
  });

/** The write that changes a build's state in the lists, for the transaction that changes the state. */
export const relisted = (index: Omit<Listed, 'author' | 'item_id'>) =>
  relist(index, byUpdateAndStatus(index));

/** The same for another author. */
export const relistedAuthor = (index: Pick<Listed, 'org_id' | 'name' | 'author'>) =>
  relist(index, byAuthor(index));
