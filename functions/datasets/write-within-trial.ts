import { type TransactItems, transact, tryWrite, update } from '#core/storage/writes.ts';
import { getOrganization, type OrganizationRecord } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import { accounts } from '#tables/accounts.ts';

/** Bytes that an organization may still upload before it has bought a plan; undefined if that has no limit. */
export function trialRoom(organization: OrganizationRecord, now: Date): number | undefined {
  const { id, status } = subscriptionOf(organization, now.getTime());
  if (id !== undefined || status !== 'trialing') return undefined;
  return limits.trialUploadBytes - (organization.trial_bytes ?? 0);
}

/**
 * Notes an upload, and counts the bytes that it may have, in one transaction. Before an organization has bought a plan its
 * uploads have a total. It only grows, because what was deleted can be uploaded again at once, and parts of uploads that
 * never end are stored for days, too. Throws `TrialStorageFull`.
 * @param writes what notes the upload
 */
export async function writeWithinTrial(
  orgId: string,
  bytes: number,
  writes: TransactItems,
  now: Date,
): Promise<void> {
  const organization = await getOrganization(orgId);
  if (!organization) throw new ProductError('NotFound');
  if (trialRoom(organization, now) === undefined) return transact(writes);
  const left = limits.trialUploadBytes - bytes;
  if (left < 0) throw new ProductError('TrialStorageFull');
  const counted = update(
    'dynamodb:UpdateItem Accounts',
    accounts.organization,
    { org_id: orgId },
    {
      UpdateExpression: 'ADD trial_bytes :bytes',
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(trial_bytes) OR trial_bytes <= :left)',
      ExpressionAttributeValues: { ':bytes': bytes, ':left': left },
    },
  );
  if (await tryWrite([counted, ...writes])) throw new ProductError('TrialStorageFull');
}
