/**
 * Table `Indexes`, part 5: where an index stands in the lists of its organisation. One small item for
 * each, beside the record: progress of a build is written often, and nothing is sorted by it.
 *
 * | access pattern               | pk             | sk            | index                                             |
 * |------------------------------|----------------|---------------|---------------------------------------------------|
 * | names: taken, and in order   | NAMES#{org_id} | {name, lower} |                                                   |
 * | indexes by author            |                |               | GSI1 AUTHORS#{org_id} / {author, lower} {name, lower} |
 * | indexes by last update       |                |               | GSI2 UPDATED#{org_id} / {modified_at} {name, lower}   |
 * | indexes by status            |                |               | GSI3 STATUS#{org_id} / {status} {name, lower}         |
 *
 * Catalogues stand in no list: they end each of them.
 */
import { tableName } from '#functions/runtime/config.ts';
import type { Index } from '#shared/contract/indexes.ts';
import type { TransactItems } from './dynamodb.ts';
import { partEnd, sortable } from './list-page.ts';

/** What of an index decides where it stands. */
interface Listed {
  item_id: string;
  org_id: string;
  name: string;
  author: string;
  modified_at: string;
  status: Index['status'];
}

export const namesOf = (orgId: string) => `NAMES#${orgId}`;
export const authorsOf = (orgId: string) => `AUTHORS#${orgId}`;
export const updatesOf = (orgId: string) => `UPDATED#${orgId}`;
export const statusesOf = (orgId: string) => `STATUS#${orgId}`;

const authorUnits = 200;

export const nameKey = ({ org_id, name }: Pick<Listed, 'org_id' | 'name'>) => ({
  pk: namesOf(org_id),
  sk: name.toLowerCase(),
});

/** Names are there once, so they tell apart what is equal otherwise. */
const orderKey = (value: string, { name }: Pick<Listed, 'name'>) =>
  `${value}${partEnd}${name.toLowerCase()}`;

const authorKey = (index: Pick<Listed, 'name' | 'author'>) =>
  orderKey(sortable(index.author, authorUnits), index);
const updateKey = (index: Pick<Listed, 'name' | 'modified_at'>) =>
  orderKey(index.modified_at, index);
const statusKey = (index: Pick<Listed, 'name' | 'status'>) => orderKey(index.status, index);

export const listingItem = (index: Listed) => ({
  ...nameKey(index),
  index_id: index.item_id,
  ...{ gsi1pk: authorsOf(index.org_id), gsi1sk: authorKey(index) },
  ...{ gsi2pk: updatesOf(index.org_id), gsi2sk: updateKey(index) },
  ...{ gsi3pk: statusesOf(index.org_id), gsi3sk: statusKey(index) },
});

const update = (
  index: Pick<Listed, 'org_id' | 'name'>,
  keys: Record<string, string>,
): TransactItems[number] => ({
  Update: {
    TableName: tableName('Indexes'),
    Key: nameKey(index),
    UpdateExpression: `SET ${Object.keys(keys).map((name) => `${name} = :${name}`)}`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: Object.fromEntries(
      Object.entries(keys).map(([name, value]) => [`:${name}`, value]),
    ),
  },
});

/** The write by which lists show another state of a build, to be made with the one that makes it so. */
export const relisted = (index: Omit<Listed, 'author' | 'item_id'>): TransactItems[number] =>
  update(index, {
    ...{ gsi2pk: updatesOf(index.org_id), gsi2sk: updateKey(index) },
    ...{ gsi3pk: statusesOf(index.org_id), gsi3sk: statusKey(index) },
  });

/** The same for another author. */
export const relistedAuthor = (
  index: Pick<Listed, 'org_id' | 'name' | 'author'>,
): TransactItems[number] =>
  update(index, { gsi1pk: authorsOf(index.org_id), gsi1sk: authorKey(index) });
