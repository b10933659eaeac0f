import { getRecord, getRecords } from '#core/storage/records.ts';
import {
  put,
  type TransactItems,
  tryUpdate,
  tryWrite,
  update,
  write,
} from '#core/storage/writes.ts';
import type { Subscription } from '#shared/subscription.ts';
import { accounts } from '#tables/accounts.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { listedName } from './organization-names.ts';

type StoredUser = RecordOf<typeof accounts.user>;
/** The fields of a user's record about sessions. */
export type UserSessions = Pick<
  StoredUser,
  'signed_out_at' | 'ended_sessions' | 'two_step_sessions' | 'devices'
>;
export type UserRecord = Omit<StoredUser, keyof UserSessions>;
export type OrganizationRecord = RecordOf<typeof accounts.organization>;

/** A user without the fields about sessions (`sessions.ts`). */
export function toUser(record: StoredUser): UserRecord {
  const { signed_out_at, ended_sessions, two_step_sessions, devices, ...user } = record;
  return user;
}

/** Strongly consistent, so that a removal or a new role takes effect with the next request. */
export async function getUser(authUserId: string): Promise<UserRecord | undefined> {
  return (await getCaller(authUserId))?.user;
}

/** The same, with the fields about sessions. */
export async function getCaller(
  authUserId: string,
): Promise<{ user: UserRecord; sessions: UserSessions } | undefined> {
  const record = await getRecord('dynamodb:GetItem Accounts', accounts.user, {
    auth_user_id: authUserId,
  });
  return record && { user: toUser(record), sessions: record };
}

/** Stores a new user; false if the account has a record already. */
export async function putNewUser(user: UserRecord): Promise<boolean> {
  const refusal = await tryWrite(
    put('dynamodb:PutItem Accounts', accounts.user, accounts.user.key(user), user, {
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
  return !refusal;
}

/** Changes fields of a user's own record; absent ones stay. Undefined if there is no record. */
export async function updateUser(
  authUserId: string,
  changes: Partial<Pick<UserRecord, 'full_name' | 'email_verified'>>,
): Promise<UserRecord | undefined> {
  const fields = Object.entries(changes).filter(([, value]) => value !== undefined);
  const change = update(
    'dynamodb:UpdateItem Accounts',
    accounts.user,
    { auth_user_id: authUserId },
    {
      UpdateExpression: `SET ${fields.map(([name]) => `${name} = :${name}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: Object.fromEntries(
        fields.map(([name, value]) => [`:${name}`, value]),
      ),
    },
  );
  const user = await tryUpdate(accounts.user, change);
  return user && toUser(user);
}

/** Adds a user to the provider's staff, or removes them. */
export const setStaff = (authUserId: string, staff: boolean): Promise<void> =>
  write(
    update(
      'dynamodb:UpdateItem Accounts',
      accounts.user,
      { auth_user_id: authUserId },
      {
        UpdateExpression: 'SET foretheta_admin = :staff',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':staff': staff },
      },
    ),
  );

/** Records, together with `also`, the first sign-in of an invited person. Later calls change nothing. */
export async function putJoined(authUserId: string, also: TransactItems[number]): Promise<void> {
  const joined = update(
    'dynamodb:UpdateItem Accounts',
    accounts.user,
    { auth_user_id: authUserId },
    {
      UpdateExpression: 'SET email_verified = :yes',
      ConditionExpression: 'email_verified = :no',
      ExpressionAttributeValues: { ':yes': true, ':no': false },
    },
  );
  await tryWrite([joined, also]);
}

/**
 * Creates an organization with its creator as admin and runs `writes` (its first API keys, the audit
 * trail), all in one transaction.
 * @returns false if the creator has an organization already
 */
export async function putNewOrganization(
  organization: OrganizationRecord,
  creator: UserRecord,
  writes: TransactItems,
): Promise<boolean> {
  const org_id = organization.item_id;
  const place = accounts.team.keys({ org_id, email: creator.email });
  const refusal = await tryWrite([
    update('dynamodb:UpdateItem Accounts', accounts.user, creator, {
      UpdateExpression: 'SET org_id = :org, #role = :admin, gsi1pk = :pk, gsi1sk = :sk',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(org_id)',
      ExpressionAttributeNames: { '#role': 'role' },
      ExpressionAttributeValues: {
        ':org': org_id,
        ':admin': 'admin',
        ':pk': place.gsi1pk,
        ':sk': place.gsi1sk,
      },
    }),
    put(
      'dynamodb:PutItem Accounts',
      accounts.organization,
      accounts.organization.key({ org_id }),
      organization,
      { ConditionExpression: 'attribute_not_exists(pk)' },
    ),
    listedName({ org_id, name: organization.name }),
    ...writes,
  ]);
  return !refusal;
}

export const getOrganization = (orgId: string): Promise<OrganizationRecord | undefined> =>
  getRecord(
    'dynamodb:GetItem Accounts',
    accounts.organization,
    { org_id: orgId },
    { consistent: false },
  );

/** The existing organizations among these ids, by id. */
export async function getOrganizations(
  orgIds: readonly string[],
): Promise<Map<string, OrganizationRecord>> {
  const found = await getRecords(
    'dynamodb:BatchGetItem Accounts',
    accounts.organization,
    orgIds.map((org_id) => ({ org_id })),
  );
  return new Map(found.map(({ record }) => [record.item_id, record]));
}

/** Strongly consistent, so that the requirement holds from the next request on. */
export async function requiresSecondFactor(orgId: string): Promise<boolean> {
  const organization = await getRecord('dynamodb:GetItem Accounts', accounts.organization, {
    org_id: orgId,
  });
  return organization?.second_factor_required === true;
}

/**
 * Changes, together with `also`, whether members need a second factor, or whether the texts of queries are not kept.
 * @returns false if the organization is gone
 */
export async function setOrganizationSwitch(
  orgId: string,
  name: 'second_factor_required' | 'confidential_queries',
  value: boolean,
  also: TransactItems[number],
): Promise<boolean> {
  const changed = update(
    'dynamodb:UpdateItem Accounts',
    accounts.organization,
    { org_id: orgId },
    {
      UpdateExpression: 'SET #name = :value',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    },
  );
  return !(await tryWrite([changed, also]));
}

/** Stores a trial together with `also`; false if something was bought meanwhile, or the organization is gone. */
export async function putTrial(
  orgId: string,
  trial: Subscription,
  also: TransactItems[number],
): Promise<boolean> {
  const changed = update(
    'dynamodb:UpdateItem Accounts',
    accounts.organization,
    { org_id: orgId },
    {
      UpdateExpression: 'SET subscription = :trial',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(subscription.id)',
      ExpressionAttributeValues: { ':trial': trial },
    },
  );
  return !(await tryWrite([changed, also]));
}

/** Renames an organization together with `also`; false when it is gone. */
export async function renameOrganization(
  orgId: string,
  name: string,
  also: TransactItems[number],
): Promise<boolean> {
  const renamed = update(
    'dynamodb:UpdateItem Accounts',
    accounts.organization,
    { org_id: orgId },
    {
      UpdateExpression: 'SET #name = :name',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ':name': name },
    },
  );
  return !(await tryWrite([renamed, listedName({ org_id: orgId, name }), also]));
}
