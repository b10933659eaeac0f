/**
 * Table `Accounts`, part 2: teams. A member is a user record with an organisation; so is an invited
 * person, whose address is not verified yet.
 *
 * | access pattern                  | index                            |
 * |---------------------------------|----------------------------------|
 * | team of an organisation         | GSI1 ORG#{org_id} / USER#{email} |
 * | member or invitation by address | GSI1 ORG#{org_id} / USER#{email} |
 *
 * "Always an admin" needs no counter: only an admin demotes or removes, only others, and the
 * transaction that does it checks that the caller still is one. So of two who demote each other at the
 * same time one fails.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import type { Role } from '#shared/contract/users.ts';
import { ProductError } from '#shared/errors.ts';
import { toRecord, type UserRecord, userKey } from './accounts.ts';
import { dynamodb, failedConditions, type TransactItems, transact } from './dynamodb.ts';

/** The record of somebody in an organisation. */
export type MemberRecord = UserRecord & { org_id: string; role: Role };

/** Who changes a team, in whose name. */
export interface TeamAdmin {
  orgId: string;
  authUserId: string;
}

export const teamKey = (orgId: string) => `ORG#${orgId}`;
const addressKey = (email: string) => `USER#${email}`;

/** One page of a team by address; `after` and `next` are addresses. */
export async function listMembers(orgId: string, limit: number, after: string | undefined) {
  const page = await dynamodb.send(
    new QueryCommand({
      TableName: tableName('Accounts'),
      IndexName: 'GSI1',
      KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk > :after',
      ExpressionAttributeValues: { ':pk': teamKey(orgId), ':after': addressKey(after ?? '') },
      Limit: limit,
    }),
  );
  const records = (page.Items ?? []).map((item) => toRecord<MemberRecord>(item)!);
  return { records, next: page.LastEvaluatedKey && records.at(-1)?.email };
}

/** Member or invited person of an organisation; the index may lag behind a change by a moment. */
export async function findMember(orgId: string, email: string): Promise<MemberRecord | undefined> {
  const { Items } = await dynamodb.send(
    new QueryCommand({
      TableName: tableName('Accounts'),
      IndexName: 'GSI1',
      KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk = :sk',
      ExpressionAttributeValues: { ':pk': teamKey(orgId), ':sk': addressKey(email) },
    }),
  );
  return toRecord<MemberRecord>(Items?.[0]);
}

/**
 * Writes the record of an invited person, in place of an earlier one. Throws `Forbidden` when the caller
 * is no admin any more, `UserInOrganization` when the record is there.
 */
export async function putInvited(
  admin: TeamAdmin,
  member: MemberRecord,
  earlier: MemberRecord | undefined,
  also: TransactItems[number],
): Promise<void> {
  const TableName = tableName('Accounts');
  const Put = {
    TableName,
    Item: {
      ...userKey(member.auth_user_id),
      gsi1pk: teamKey(member.org_id),
      gsi1sk: addressKey(member.email),
      ...member,
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  };
  const replaced = earlier ? [{ Delete: { TableName, Key: userKey(earlier.auth_user_id) } }] : [];
  await changeTeam(admin, [{ Put }, also, ...replaced], new ProductError('UserInOrganization'));
}

/** Throws `Forbidden` when the caller is no admin any more, `MemberNotFound` when the member has left. */
export async function putRole(
  admin: TeamAdmin,
  { auth_user_id }: MemberRecord,
  role: Role,
  also: TransactItems[number],
): Promise<void> {
  const Update = {
    TableName: tableName('Accounts'),
    Key: userKey(auth_user_id),
    UpdateExpression: 'SET #role = :role',
    ConditionExpression: 'org_id = :org',
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: { ':role': role, ':org': admin.orgId },
  };
  await changeTeam(admin, [{ Update }, also], new ProductError('MemberNotFound'));
}

/** Deletes the record of a member, who can do nothing from then on. Throws as `putRole` does. */
export async function deleteMember(
  admin: TeamAdmin,
  { auth_user_id }: MemberRecord,
  also: TransactItems,
): Promise<void> {
  const Delete = {
    TableName: tableName('Accounts'),
    Key: userKey(auth_user_id),
    ConditionExpression: 'org_id = :org',
    ExpressionAttributeValues: { ':org': admin.orgId },
  };
  await changeTeam(admin, [{ Delete }, ...also], new ProductError('MemberNotFound'));
}

/** Runs `writes`, while the caller is an admin. Throws `otherwise` when the condition of the first does not hold. */
async function changeTeam(
  { orgId, authUserId }: TeamAdmin,
  writes: TransactItems,
  otherwise: ProductError,
): Promise<void> {
  const callerIsAdmin = {
    TableName: tableName('Accounts'),
    Key: userKey(authUserId),
    ConditionExpression: 'org_id = :org AND #role = :admin',
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: { ':org': orgId, ':admin': 'admin' },
  };
  try {
    await transact([{ ConditionCheck: callerIsAdmin }, ...writes]);
  } catch (error) {
    const failed = failedConditions(error);
    if (failed.includes(0)) throw new ProductError('Forbidden');
    if (failed.includes(1)) throw otherwise;
    throw error;
  }
}
