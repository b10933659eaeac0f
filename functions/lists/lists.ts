/** Lists of organizations. A count beside them, and one in each list, keep both within their limits. */
import { oneMore } from '#core/storage/counts.ts';
import { queryAll } from '#core/storage/queries.ts';
import { getRecord } from '#core/storage/records.ts';
import { put, remove, type TransactItems, tryWrite, update } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { lists } from '#tables/lists.ts';

export type ListRecord = RecordOf<typeof lists.list>;

/** All lists of an organization, private ones of everybody included. */
export async function listsOf(orgId: string): Promise<ListRecord[]> {
  const found = await queryAll(
    'dynamodb:Query Lists',
    lists.listsOf,
    { org_id: orgId },
    { consistent: true },
  );
  return found.flatMap((one) => (one.entity === 'list' ? [one.record] : []));
}

export const getList = (orgId: string, listId: string): Promise<ListRecord | undefined> =>
  getRecord('dynamodb:GetItem Lists', lists.list, { org_id: orgId, list_id: listId });

/** Stores a new list; false when the organization has as many as it may. */
export async function putList(
  orgId: string,
  list: ListRecord,
  notes: TransactItems,
): Promise<boolean> {
  const counted = update(
    'dynamodb:UpdateItem Lists',
    lists.listCount,
    { org_id: orgId },
    oneMore('lists', limits.listsPerOrganization),
  );
  const keys = lists.list.key({ org_id: orgId, list_id: list.list_id });
  return !(await tryWrite([
    counted,
    put('dynamodb:PutItem Lists', lists.list, keys, list, {
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
    ...notes,
  ]));
}

/** Writes name and sharing of a list; false when it is gone, or somebody has changed it since `seen`. */
export async function setList(
  orgId: string,
  seen: ListRecord,
  { name, shared, updated_at }: Pick<ListRecord, 'name' | 'shared' | 'updated_at'>,
  notes: TransactItems,
): Promise<boolean> {
  const change = update(
    'dynamodb:UpdateItem Lists',
    lists.list,
    { org_id: orgId, list_id: seen.list_id },
    {
      UpdateExpression: 'SET #name = :name, #shared = :shared, updated_at = :at',
      ConditionExpression: '#name = :seen_name AND #shared = :seen_shared',
      ExpressionAttributeNames: { '#name': 'name', '#shared': 'shared' },
      ExpressionAttributeValues: {
        ':name': name,
        ':shared': shared,
        ':at': updated_at,
        ':seen_name': seen.name,
        ':seen_shared': seen.shared,
      },
    },
  );
  return !(await tryWrite([change, ...notes]));
}

/** The write that ends the sharing of a list with the whole organization. */
export const madePrivate = (orgId: string, listId: string) =>
  update(
    'dynamodb:UpdateItem Lists',
    lists.list,
    { org_id: orgId, list_id: listId },
    {
      UpdateExpression: 'SET #shared = :no',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#shared': 'shared' },
      ExpressionAttributeValues: { ':no': false },
    },
  );

/** Deletes the record of a list; false when it is gone. What is in it is removed afterwards: nothing more can be added. */
export async function removeList(
  orgId: string,
  listId: string,
  notes: TransactItems,
): Promise<boolean> {
  return !(await tryWrite([
    remove(
      'dynamodb:DeleteItem Lists',
      lists.list,
      { org_id: orgId, list_id: listId },
      { ConditionExpression: 'attribute_exists(pk)' },
    ),
    update(
      'dynamodb:UpdateItem Lists',
      lists.listCount,
      { org_id: orgId },
      {
        UpdateExpression: 'ADD lists :less',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':less': -1 },
      },
    ),
    ...notes,
  ]));
}
