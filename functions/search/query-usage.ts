import { tryUpdate, update } from '#core/storage/writes.ts';
import type { OrganizationRecord } from '#functions/people/index.ts';
import { accounts } from '#tables/accounts.ts';

type Usage = OrganizationRecord & { queries_today: number };

/**
 * Counts one query.
 * @param today `2026-11-22`, in UTC
 * @returns the record with this query counted; undefined when there is no such organization
 */
export async function countQuery(orgId: string, today: string): Promise<Usage | undefined> {
  // The second write begins a day. When another caller has just done so, the third one counts.
  return (
    (await count(orgId, 'queries_day = :today', 'queries_today + :one', today)) ??
    (await count(
      orgId,
      'attribute_exists(pk) AND (attribute_not_exists(queries_day) OR queries_day < :today)',
      ':one',
      today,
    )) ??
    (await count(orgId, 'queries_day = :today', 'queries_today + :one', today))
  );
}

/** Takes a counted query back; undefined once its day is over. */
export const uncountQuery = (orgId: string, day: string): Promise<Usage | undefined> =>
  count(orgId, 'queries_day = :today AND queries_today >= :one', 'queries_today - :one', day);

async function count(
  orgId: string,
  condition: string,
  counted: string,
  today: string,
): Promise<Usage | undefined> {
  const change = update(
    'dynamodb:UpdateItem Accounts',
    accounts.organization,
    { org_id: orgId },
    {
      UpdateExpression: `SET queries_day = :today, queries_today = ${counted}`,
      ConditionExpression: condition,
      ExpressionAttributeValues: { ':today': today, ':one': 1 },
    },
  );
  const organization = await tryUpdate(accounts.organization, change);
  return organization && { ...organization, queries_today: organization.queries_today! };
}
