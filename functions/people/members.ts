import { queryPage } from '#core/storage/queries.ts';
import { StoredRecordError } from '#core/storage/records.ts';
import { check, put, remove, type TransactItems, tryWrite, update } from '#core/storage/writes.ts';
import type { Role } from '#shared/contract/users.ts';
import { accounts } from '#tables/accounts.ts';
import { toUser, type UserRecord } from './accounts.ts';

/** The record of somebody in an organization: a member, or an invited person whose address is not verified yet. */
export type MemberRecord = UserRecord & { org_id: string; role: Role };

/** The admin who changes a team. */
export interface TeamAdmin {
  orgId: string;
  authUserId: string;
}

/** A record of the index `team`, where everybody has an organization and a role. */
export function toMember(record: Parameters<typeof toUser>[0]): MemberRecord {
  const { org_id, role, ...user } = toUser(record);
  if (!org_id || !role) {
    throw new StoredRecordError(
      accounts.user,
      accounts.user.key(record),
      'in a team without organization or role',
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

/** Member or invited person of an organization; the index may lag behind a change by a moment. */
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

/** What became of a change of a team: done, or refused because of the caller or of the member. */
export type TeamChange = 'done' | 'not-admin' | 'refused';

/** Writes the record of an invited person, in place of an earlier one. Refused if there is a record. */
export async function putInvited(
  admin: TeamAdmin,
  member: MemberRecord,
  earlier: MemberRecord | undefined,
  also: TransactItems[number],
): Promise<TeamChange> {
  const invited = put(
    'dynamodb:PutItem Accounts',
    accounts.user,
    { ...accounts.user.key(member), ...accounts.team.keys(member) },
    member,
    { ConditionExpression: 'attribute_not_exists(pk)' },
  );
  const replaced = earlier ? [remove('dynamodb:DeleteItem Accounts', accounts.user, earlier)] : [];
  return changeTeam(admin, [invited, ...replaced, also]);
}

/** Gives a member another role. Refused if the member has left. */
export async function putRole(
  admin: TeamAdmin,
  member: MemberRecord,
  role: Role,
  also: TransactItems[number],
): Promise<TeamChange> {
  const changed = update('dynamodb:UpdateItem Accounts', accounts.user, member, {
    UpdateExpression: 'SET #role = :role',
    ConditionExpression: 'org_id = :org',
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: { ':role': role, ':org': admin.orgId },
  });
  return changeTeam(admin, [changed, also]);
}

/** Deletes the record of a member, which ends all their access. Refused if the member has left. */
export async function deleteMember(
  admin: TeamAdmin,
  member: MemberRecord,
  also: TransactItems,
): Promise<TeamChange> {
  const deleted = remove('dynamodb:DeleteItem Accounts', accounts.user, member, {
    ConditionExpression: 'org_id = :org',
    ExpressionAttributeValues: { ':org': admin.orgId },
  });
  return changeTeam(admin, [deleted, ...also]);
}

/**
 * Runs `writes` on condition that the caller is an admin. So every team keeps an admin without a counter:
 * only admins demote or remove members, and only others. If two admins demote each other at the same time,
 * one of them fails.
 */
async function changeTeam(
  { orgId, authUserId }: TeamAdmin,
  writes: TransactItems,
): Promise<TeamChange> {
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
  const refusal = await tryWrite([callerIsAdmin, ...writes], 2);
  if (!refusal) return 'done';
  return refusal.failed.includes(0) ? 'not-admin' : 'refused';
}
