/**
 * People who delete their account, and organizations that end with their last person. An organization
 * always keeps an admin: the transaction in which an admin leaves checks that the remaining admin still is
 * one.
 */

import { queryAll } from '#core/storage/queries.ts';
import { deleteItems } from '#core/storage/records.ts';
import { check, remove, type TransactItems, tryWrite } from '#core/storage/writes.ts';
import { accounts } from '#tables/accounts.ts';
import type { UserRecord } from './accounts.ts';
import { type MemberRecord, toMember } from './members.ts';

/** Everybody in an organization, invited people too; the index may lag behind a change by a moment. */
export async function listTeam(orgId: string): Promise<MemberRecord[]> {
  const found = await queryAll('dynamodb:Query Accounts', accounts.team, { org_id: orgId });
  return found.map(({ record }) => toMember(record));
}

/** Deletes the record of somebody without organization. */
export const deleteWithoutOrganization = (user: UserRecord, also: TransactItems) =>
  leave([
    remove('dynamodb:DeleteItem Accounts', accounts.user, user, {
      ConditionExpression: 'attribute_not_exists(org_id)',
    }),
    ...also,
  ]);

/** Deletes the record of a member; of an admin only while `heir` is one too. */
export const deleteLeaver = (
  user: MemberRecord,
  heir: MemberRecord | undefined,
  also: TransactItems,
) => leave([deletionOfMember(user), ...(heir ? [isAdmin(heir)] : []), ...also]);

/** Deletes the record of the last person together with the organization and its pending invitations. */
export const deleteLast = (
  user: MemberRecord,
  invited: readonly MemberRecord[],
  also: TransactItems,
) =>
  leave([
    deletionOfMember(user),
    remove('dynamodb:DeleteItem Accounts', accounts.organization, user),
    remove('dynamodb:DeleteItem Accounts', accounts.organizationName, user),
    ...invited.map((invitation) =>
      remove('dynamodb:DeleteItem Accounts', accounts.user, invitation, {
        ConditionExpression: 'org_id = :org AND email_verified = :no',
        ExpressionAttributeValues: { ':org': user.org_id, ':no': false },
      }),
    ),
    ...also,
  ]);

/** Deletes the remaining records of a team whose organization has ended. */
export const deleteTeam = (team: readonly MemberRecord[]) =>
  deleteItems('dynamodb:BatchWriteItem Accounts', team.map(accounts.user.key));

/** False if the team has changed since it was read. So are the three above. */
const leave = async (writes: TransactItems) => !(await tryWrite(writes, writes.length));

const deletionOfMember = (user: MemberRecord) =>
  remove('dynamodb:DeleteItem Accounts', accounts.user, user, {
    ConditionExpression: 'org_id = :org',
    ExpressionAttributeValues: { ':org': user.org_id },
  });

const isAdmin = (member: MemberRecord) =>
  check('dynamodb:ConditionCheckItem Accounts', accounts.user, member, {
    ConditionExpression: 'org_id = :org AND #role = :admin AND email_verified = :yes',
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: { ':org': member.org_id, ':admin': 'admin', ':yes': true },
  });
