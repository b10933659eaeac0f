/**
 * Links with which organizations share reports. Only the hash of a link's token is stored. It is also the id of the link:
 * it opens nothing.
 */
import { createHash } from 'node:crypto';
import { newShareToken } from '#core/runtime/ids.ts';
import { type Actor, auditEntry } from '#core/storage/audit.ts';
import { queryAll, queryKeys } from '#core/storage/queries.ts';
import { deleteItems, getRecord } from '#core/storage/records.ts';
import { put, remove, tryWrite, update } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import type { ShareAudience, ShareDays } from '#shared/report/share.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { reports } from '#tables/reports.ts';
import type { LatestReport, ReportSubject } from './reports.ts';

export type ShareRecord = RecordOf<typeof reports.share>;

const dayMs = 86_400_000;
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export const hasEnded = ({ ends_at, revoked_at }: ShareRecord, now: Date) =>
  revoked_at !== undefined || ends_at <= now.toISOString();

const audienceNames: Record<ShareAudience, string> = {
  organization: 'the organization',
  anyone: 'anyone with the link',
};

/**
 * Makes a link, in a slot that no open link has, so that calls at once make no more than the limit. The trail of the
 * organization tells of it, without its token.
 * @returns undefined if all slots are taken
 */
export async function putShare(
  actor: Actor,
  { kind, ucid, version, content_hash, made_at }: LatestReport,
  { audience, days, marks }: { audience: ShareAudience; days: ShareDays; marks: boolean },
  now: Date,
): Promise<{ token: string; share: ShareRecord } | undefined> {
  const token = newShareToken();
  const endsMs = now.getTime() + days * dayMs;
  const shareOf = {
    share_hash: hashOf(token),
    org_id: actor.orgId,
    kind,
    ucid,
    version,
    content_hash,
    made_at,
    audience,
    marks,
    by_id: actor.user.item_id,
    at: now.toISOString(),
    ends_at: new Date(endsMs).toISOString(),
    expires_at: Math.floor(endsMs / 1000) + limits.reportShareKeptDays * 86_400,
  };
  const entry = auditEntry(
    actor,
    {
      action: 'report.shared',
      object: { id: ucid, name: `${kind} report on ${ucid}` },
      details: { with: audienceNames[audience], until: shareOf.ends_at },
    },
    now,
  );
  for (let slot = 0; slot < limits.reportSharesMax; slot++) {
    const share: ShareRecord = { ...shareOf, slot };
    const made = put(
      'dynamodb:PutItem Reports',
      reports.share,
      { ...reports.share.key(share), ...reports.sharesOf.keys(share) },
      share,
      { ConditionExpression: 'attribute_not_exists(pk)' },
    );
    if (!(await tryWrite([takenSlot(share, slot, now), made, entry]))) return { token, share };
  }
  return undefined;
}

/** Takes a slot that is free, or whose link has ended. */
const takenSlot = (share: ShareRecord, slot: number, now: Date) =>
  put(
    'dynamodb:PutItem Reports',
    reports.shareSlot,
    reports.shareSlot.key({ ...share, slot: String(slot) }),
    { share_hash: share.share_hash, expires_at: Math.floor(Date.parse(share.ends_at) / 1000) },
    {
      ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
      ExpressionAttributeValues: { ':now': Math.floor(now.getTime() / 1000) },
    },
  );

/** The link of a token, ended or not. Undefined where there is none. */
export const findShare = (token: string): Promise<ShareRecord | undefined> =>
  getRecord('dynamodb:GetItem Reports', reports.share, { share_hash: hashOf(token) });

/** The links to a report that an organization shared, the last one first. */
export async function listShares(
  orgId: string,
  { kind, ucid }: ReportSubject,
): Promise<ShareRecord[]> {
  const found = await queryAll(
    'dynamodb:Query Reports',
    reports.sharesOf,
    { org_id: orgId },
    { range: { beginsWith: `${kind}#${ucid}#` }, descending: true },
  );
  return found.map(({ record }) => record);
}

/** Takes a link back. False where the organization has no such link, or it is taken back already. */
export async function revokeShare(actor: Actor, shareHash: string, now: Date): Promise<boolean> {
  const share = await getRecord('dynamodb:GetItem Reports', reports.share, {
    share_hash: shareHash,
  });
  if (share?.org_id !== actor.orgId) return false;
  const revoked = update(
    'dynamodb:UpdateItem Reports',
    reports.share,
    { share_hash: shareHash },
    {
      UpdateExpression: 'SET revoked_at = :now',
      ConditionExpression: 'org_id = :org AND attribute_not_exists(revoked_at)',
      ExpressionAttributeValues: { ':now': now.toISOString(), ':org': actor.orgId },
    },
  );
  const { kind, ucid } = share;
  const object = { id: ucid, name: `${kind} report on ${ucid}` };
  const entry = auditEntry(actor, { action: 'report.share-revoked', object }, now);
  if (await tryWrite([revoked, entry])) return false;
  // Cut short here, the slot is free when the link would have ended.
  if (share.slot !== undefined) await freeSlot(share, share.slot);
  return true;
}

async function freeSlot(share: ShareRecord, slot: number): Promise<void> {
  await tryWrite(
    remove(
      'dynamodb:DeleteItem Reports',
      reports.shareSlot,
      { ...share, slot: String(slot) },
      {
        ConditionExpression: 'share_hash = :hash',
        ExpressionAttributeValues: { ':hash': share.share_hash },
      },
    ),
  );
}

/** The links that a person shared. */
export async function listSharesBy(orgId: string, userId: string): Promise<ShareRecord[]> {
  const found = await queryAll('dynamodb:Query Reports', reports.sharesOf, { org_id: orgId });
  return found.map(({ record }) => record).filter(({ by_id }) => by_id === userId);
}

/** Removes every link of an organization. */
export async function removeSharesOf(orgId: string): Promise<void> {
  const partition = { org_id: orgId };
  const keys = await queryKeys('dynamodb:Query Reports', reports.sharesOf, partition);
  const slots = await queryKeys('dynamodb:Query Reports', reports.shareSlots, partition);
  await deleteItems('dynamodb:BatchWriteItem Reports', [...keys, ...slots]);
}
