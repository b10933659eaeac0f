import type { Role } from '#shared/contract/users.ts';
import { ProductError } from '#shared/errors.ts';
import { accounts } from '#tables/accounts.ts';
import { toUser, type UserRecord } from './accounts.ts';
import { failedConditions } from './dynamodb.ts';
import { queryPage } from './queries.ts';
import { StoredRecordError } from './records.ts';
import { check, put, remove, type TransactItems, transact, update } from './writes.ts';

/** The record of somebody in an organisation: a member, or an invited person whose address is not verified yet. */
export type MemberRecord = UserRecord & { org_id: string; role: Role };

/** The admin who changes a team. */
export interface TeamAdmin {
  orgId: string;
  authUserId: string;
}

/** A record of the index `team`, where everybody has an organisation and a role. */
export function toMember(record: Parameters<typeof toUser>[0]): MemberRecord {
  const { org_id, role, ...user } = toUser(record);
  if (!org_id || !role) {
    throw new StoredRecordError(
      accounts.user,
      accounts.user.key(record),
      'in a team without organisation or role',
    );
  }
  return { ...user, org_id, role };
}

/** One page of a team by address; `after` and `next` are addresses. */
export async function listMembers(orgId: string, limit: number, after: string | undefined) {
  const position = accounts.team.keys({ org_id: orgId, email: after ?? '' });
  const { found, next } = await queryPage(
    'dynamodb:Query Accounts',
    accounts.team,
    { org_id: orgId },
    { range: { above: position.gsi1sk }, limit },
  );
  const records = found.map(({ record }) => toMember(record));
  return { records, next: next && records.at(-1)?.email };
}

/** Member or invited person of an organisation; the index may lag behind a change by a moment. */
export async function findMember(orgId: string, email: string): Promise<MemberRecord | undefined> {
  const position = accounts.team.keys({ org_id: orgId, email });
  const { found } = await queryPage(
    'dynamodb:Query Accounts',
    accounts.team,
    { org_id: orgId },
    { range: { equals: position.gsi1sk } },
  );
  return found[0] && toMember(found[0].record);
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
  const invited = put(
    'dynamodb:PutItem Accounts',
    accounts.user,
    { ...accounts.user.key(member), ...accounts.team.keys(member) },
    member,
    { ConditionExpression: 'attribute_not_exists(pk)' },
  );
  const replaced = earlier ? [remove('dynamodb:DeleteItem Accounts', accounts.user, earlier)] : [];
  await changeTeam(admin, [invited, ...replaced, also], new ProductError('UserInOrganization'));
}

/** Throws `Forbidden` when the caller is no admin any more, `MemberNotFound` when the member has left. */
export async function putRole(
  admin: TeamAdmin,
  member: MemberRecord,
  role: Role,
  also: TransactItems[number],
): Promise<void> {
  const changed = update('dynamodb:UpdateItem Accounts', accounts.user, member, {
    UpdateExpression: 'SET #role = :role',
    ConditionExpression: 'org_id = :org',
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: { ':role': role, ':org': admin.orgId },
  });
  await changeTeam(admin, [changed, also], new ProductError('MemberNotFound'));
}

/** Deletes the record of a member, which ends all their access. Throws as `putRole` does. */
export async function deleteMember(
  admin: TeamAdmin,
  member: MemberRecord,
  also: TransactItems,
): Promise<void> {
  const deleted = remove('dynamodb:DeleteItem Accounts', accounts.user, member, {
    ConditionExpression: 'org_id = :org',
    ExpressionAttributeValues: { ':org': admin.orgId },
  });
  await changeTeam(admin, [deleted, ...also], new ProductError('MemberNotFound'));
}

/**
 * Runs `writes` on condition that the caller is an admin. So every team keeps an admin without a counter:
 * only admins demote or remove members, and only others. If two admins demote each other at the same time,
 * one of them fails.
 * @param refusal thrown when the condition of the first write does not hold
 */
async function changeTeam(
  { orgId, authUserId }: TeamAdmin,
  writes: TransactItems,
  refusal: ProductError,
): Promise<void> {
  const callerIsAdmin = check(
    'dynamodb:ConditionCheckItem Accounts',
    accounts.user,
    { auth_user_id: authUserId },
    {
      ConditionExpression: 'org_id = :org AND #role = :admin',
      ExpressionAttributeNames: { '#role': 'role' },
      ExpressionAttributeValues: { ':org': orgId, ':admin': 'admin' },
    },
  );
  try {
    await transact([callerIsAdmin, ...writes]);
  } catch (error) {
    const failed = failedConditions(error);
    if (failed.includes(0)) throw new ProductError('Forbidden');
    if (failed.includes(1)) throw refusal;
    throw error;
  }
}
