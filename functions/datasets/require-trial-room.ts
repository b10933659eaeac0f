import { tryUpdate, update } from '#core/storage/writes.ts';
import { getOrganization } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import { accounts } from '#tables/accounts.ts';

/**
 * Counts bytes that an organization may upload from now on. Before it has bought a plan they have a total. It only grows,
 * because what was deleted can be uploaded again at once, and parts of uploads that never end are stored for days, too.
 * Throws `TrialStorageFull`.
 */
export async function requireTrialRoom(orgId: string, bytes: number, now: Date): Promise<void> {
  const organization = await getOrganization(orgId);
  if (!organization) throw new ProductError('NotFound');
  const { id, status } = subscriptionOf(organization, now.getTime());
  if (id !== undefined || status !== 'trialing') return;
  const left = limits.trialUploadBytes - bytes;
  const counted =
    left >= 0 &&
    (await tryUpdate(
      accounts.organization,
      update(
        'dynamodb:UpdateItem Accounts',
        accounts.organization,
        { org_id: orgId },
        {
          UpdateExpression: 'ADD trial_bytes :bytes',
          ConditionExpression:
            'attribute_exists(pk) AND (attribute_not_exists(trial_bytes) OR trial_bytes <= :left)',
          ExpressionAttributeValues: { ':bytes': bytes, ':left': left },
        },
      ),
    ));
  if (!counted) throw new ProductError('TrialStorageFull');
}
