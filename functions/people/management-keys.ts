/**
 * Keys with which programs manage what an organization has. A key acts for the admin who made it, within its scopes: it
 * ends with their role, and everything it does stands under their name in the audit trail. Its text is stored as a hash.
 */
import { createHash } from 'node:crypto';
import { newId, newManagementKey } from '#core/runtime/ids.ts';
import { type Actor, auditEntry } from '#core/storage/audit.ts';
import { queryAll } from '#core/storage/queries.ts';
import { deleteItems, getRecord, getRecords } from '#core/storage/records.ts';
import { put, remove, transact, tryWrite, write } from '#core/storage/writes.ts';
import type { ManagementKey } from '#shared/contract/management-keys.ts';
import { limits } from '#shared/limits.ts';
import { accounts } from '#tables/accounts.ts';
import { activity } from '#tables/activity.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { mailAdmins } from './mail-admins.ts';
import type { MemberRecord } from './members.ts';

export type ManagementKeyRecord = RecordOf<typeof accounts.managementKey>;

const dayMs = 86_400_000;

/** Keys have 200 random bits, so a plain hash cannot be reversed by guessing. */
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** Whether a key has not expired. */
const isValid = ({ expires_at }: ManagementKeyRecord, now: Date) =>
  expires_at === undefined || expires_at > now.toISOString();

/** The record of a key, read consistently, so that a revoked one fails at once. */
export async function findManagementKey(
  key: string,
  now: Date,
): Promise<ManagementKeyRecord | undefined> {
  const record = await getRecord('dynamodb:GetItem Accounts', accounts.managementKey, {
    hash: hashOf(key),
  });
  return record && isValid(record, now) ? record : undefined;
}

/** Notes that a key was used. */
export const noteUse = ({ key_id }: ManagementKeyRecord, now: Date): Promise<void> =>
  write(
    put(
      'dynamodb:PutItem Activity',
      activity.managementKeyUse,
      activity.managementKeyUse.key({ key_id }),
      {
        used_at: now.toISOString(),
        expires_at: Math.floor(now.getTime() / 1000) + limits.auditDays * 86_400,
      },
    ),
  );

async function recordsOf(orgId: string): Promise<ManagementKeyRecord[]> {
  const found = await queryAll('dynamodb:Query Accounts', accounts.managementKeys, {
    org_id: orgId,
  });
  return found.map(({ record }) => record);
}

const shown = (
  { key_id: id, name, scopes, created_at, created_by, expires_at }: ManagementKeyRecord,
  used_at: string | undefined,
  works: boolean,
): ManagementKey => ({ id, name, scopes, created_at, created_by, expires_at, used_at, works });

/** The keys of an organization, oldest first. `team` decides which of them still act for an admin. */
export async function listManagementKeys(
  orgId: string,
  team: readonly MemberRecord[],
  now: Date,
): Promise<ManagementKey[]> {
  const records = await recordsOf(orgId);
  const uses = await getRecords(
    'dynamodb:BatchGetItem Activity',
    activity.managementKeyUse,
    records.map(({ key_id }) => ({ key_id })),
  );
  const usedAt = new Map(uses.map(({ key, record }) => [key.pk, record.used_at]));
  const admins = new Set(
    team.filter(({ role }) => role === 'admin').map(({ auth_user_id }) => auth_user_id),
  );
  return records
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    .map((record) =>
      shown(
        record,
        usedAt.get(activity.managementKeyUse.key(record).pk),
        isValid(record, now) && admins.has(record.auth_user_id),
      ),
    );
}

/** Makes a key for an admin. Undefined if the organization has as many as it may. */
export async function addManagementKey(
  actor: Actor & { authUserId: string },
  {
    name,
    scopes,
    days,
  }: { name: string; scopes: ManagementKey['scopes']; days?: number | undefined },
  now: Date,
): Promise<(ManagementKey & { key: string }) | undefined> {
  const { orgId, user } = actor;
  if ((await recordsOf(orgId)).length >= limits.managementKeysMax) return undefined;
  const key = newManagementKey();
  const record: ManagementKeyRecord = {
    key_id: newId('mky'),
    hash: hashOf(key),
    org_id: orgId,
    auth_user_id: actor.authUserId,
    created_by: user.full_name,
    name,
    scopes: [...new Set(scopes)],
    created_at: now.toISOString(),
    ...(days !== undefined && {
      expires_at: new Date(now.getTime() + days * dayMs).toISOString(),
    }),
  };
  const object = { id: record.key_id, name };
  const details = { scopes: record.scopes.join(' ') };
  await transact([
    put(
      'dynamodb:PutItem Accounts',
      accounts.managementKey,
      accounts.managementKey.key(record),
      { ...record, ...accounts.managementKeys.keys(record) },
      { ConditionExpression: 'attribute_not_exists(pk)' },
    ),
    auditEntry(actor, { action: 'management-key.created', object, details }, now),
  ]);
  return { ...shown(record, undefined, true), key };
}

/**
 * Tells the admins of management keys that end in a week, so that no program stops working by surprise. May be repeated: each admin
 * gets one mail for a key. Keys that were made for less than that are not told of.
 */
export async function mailEndingManagementKeys(orgId: string, now: Date): Promise<void> {
  const week = limits.keyWarningDays * dayMs;
  for (const { key_id, name, created_at, expires_at } of await recordsOf(orgId)) {
    if (expires_at === undefined) continue;
    const endMs = Date.parse(expires_at);
    const left = endMs - now.getTime();
    if (left <= 0 || left > week || endMs - Date.parse(created_at) <= week) continue;
    const data = { key: name, endsAt: expires_at };
    await mailAdmins(orgId, `key-ends/${key_id}`, { template: 'key-ends', data });
  }
}

/** Revokes a key of the organization. @returns whether there was one */
export async function removeManagementKey(
  actor: Actor,
  keyId: string,
  now: Date,
): Promise<boolean> {
  const record = (await recordsOf(actor.orgId)).find(({ key_id }) => key_id === keyId);
  if (!record) return false;
  const object = { id: keyId, name: record.name };
  const refusal = await tryWrite([
    remove('dynamodb:DeleteItem Accounts', accounts.managementKey, record, {
      ConditionExpression: 'attribute_exists(pk)',
    }),
    auditEntry(actor, { action: 'management-key.deleted', object }, now),
  ]);
  return !refusal;
}

/** The keys that act for a person, without their texts. */
export async function managementKeysBy(orgId: string, authUserId: string) {
  const records = await recordsOf(orgId);
  return records
    .filter((record) => record.auth_user_id === authUserId)
    .map(({ name, scopes, created_at, expires_at }) => ({ name, scopes, created_at, expires_at }));
}

/** Deletes the keys of an organization, or those of one of its people, whose account is erased. */
export async function deleteManagementKeys(orgId: string, authUserId?: string): Promise<void> {
  const records = await recordsOf(orgId);
  const some = records.filter((record) => !authUserId || record.auth_user_id === authUserId);
  await deleteItems('dynamodb:BatchWriteItem Accounts', some.map(accounts.managementKey.key));
}
