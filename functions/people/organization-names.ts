/** Names of all organizations, among which staff search. */

import { queryAll } from '#core/storage/queries.ts';
import { put, tryWrite } from '#core/storage/writes.ts';
import { accounts } from '#tables/accounts.ts';
import type { RecordOf } from '#tables/define-table.ts';

type NameRecord = RecordOf<typeof accounts.organizationName>;

const listing = (record: NameRecord, condition?: { ConditionExpression: string }) =>
  put(
    'dynamodb:PutItem Accounts',
    accounts.organizationName,
    accounts.organizationName.key(record),
    record,
    condition,
  );

/** The write that lists an organization under its name, to be made with the one that gives it the name. */
export const listedName = (record: NameRecord) => listing(record);

/** Lists an organization that is older than the list. */
export async function listOlder({ item_id, name }: { item_id: string; name: string }) {
  const condition = { ConditionExpression: 'attribute_not_exists(pk)' };
  await tryWrite(listing({ org_id: item_id, name }, condition));
}

/** All names, in no order. One that has just been erased may still be among them. */
export async function listNames(): Promise<NameRecord[]> {
  const found = await queryAll('dynamodb:Query Accounts', accounts.organizationNames, {});
  return found.map(({ record }) => record);
}
