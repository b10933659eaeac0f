/**
 * Table `Accounts`, part 6: people who leave for good, and organisations that end with their last person.
 * Access patterns as in `accounts.ts` and `members.ts`. "Always an admin" holds here too: the transaction
 * in which an admin leaves checks that the one who stays still is one.
 */
import { tableName } from '#functions/runtime/config.ts';
import { ProductError } from '#shared/errors.ts';
import { organizationKey, toRecord, type UserRecord, userKey } from './accounts.ts';
import {
  deleteItems,
  failedConditions,
  queryAll,
  type TransactItems,
  transact,
} from './dynamodb.ts';
import { type MemberRecord, teamKey } from './members.ts';

/** Everybody in an organisation, invited people too; the index may lag behind a change by a moment. */
export async function listTeam(orgId: string): Promise<MemberRecord[]> {
  const items = await queryAll({
    TableName: tableName('Accounts'),
    IndexName: 'GSI1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': teamKey(orgId) },
  });
  return items.map((item) => toRecord<MemberRecord>(item)!);
}

/** Deletes the record of somebody without organisation. */
export const deleteLoner = (user: UserRecord, also: TransactItems) =>
  leave([deletion(user, 'attribute_not_exists(org_id)'), ...also]);

/** Deletes the record of a member; of an admin only while `heir` is one too. */
export const deleteLeaver = (
  user: MemberRecord,
  heir: MemberRecord | undefined,
  also: TransactItems,
) => leave([deletionOfMember(user), ...(heir ? [isAdmin(heir)] : []), ...also]);

/** Deletes the record of the last person together with the organisation and its pending invitations. */
export const deleteLast = (
  user: MemberRecord,
  invited: readonly MemberRecord[],
  also: TransactItems,
) =>
  leave([
    deletionOfMember(user),
    { Delete: { TableName: tableName('Accounts'), Key: organizationKey(user.org_id) } },
    ...invited.map((one) =>
      deletion(one, 'org_id = :org AND email_verified = :no', {
        ':org': user.org_id,
        ':no': false,
      }),
    ),
    ...also,
  ]);

/** Deletes the records that are left of a team whose organisation is no more. */
export const deleteTeam = (team: readonly MemberRecord[]) =>
  deleteItems(
    tableName('Accounts'),
    team.map(({ auth_user_id }) => userKey(auth_user_id)),
  );

/** Throws `Busy` when the team has changed since it was read. */
async function leave(writes: TransactItems): Promise<void> {
  try {
    await transact(writes);
  } catch (error) {
    if (failedConditions(error).length > 0) throw new ProductError('Busy');
    throw error;
  }
}

const deletionOfMember = (user: MemberRecord) =>
  deletion(user, 'org_id = :org', { ':org': user.org_id });

function deletion(
  { auth_user_id }: UserRecord,
  ConditionExpression: string,
  ExpressionAttributeValues?: Record<string, unknown>,
): TransactItems[number] {
  return {
    Delete: {
      TableName: tableName('Accounts'),
      Key: userKey(auth_user_id),
      ConditionExpression,
      ExpressionAttributeValues,
    },
  };
}

const isAdmin = ({ auth_user_id, org_id }: MemberRecord): TransactItems[number] => ({
  ConditionCheck: {
    TableName: tableName('Accounts'),
    Key: userKey(auth_user_id),
    ConditionExpression: 'org_id = :org AND #role = :admin AND email_verified = :yes',
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: { ':org': org_id, ':admin': 'admin', ':yes': true },
  },
});
