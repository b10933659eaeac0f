import { tryUpdate, update } from '#core/storage/writes.ts';
import type { OrganizationRecord } from '#functions/people/index.ts';
import { accounts } from '#tables/accounts.ts';

type Usage = OrganizationRecord & { queries_today: number };

/**
 * Counts queries.
 * @param today `2026-11-22`, in UTC
 * @returns the record with these queries counted; undefined when there is no such organization
 */
export async function countQueries(
  orgId: string,
  queries: number,
  today: string,
): Promise<Usage | undefined> {
  const count = (condition: string, value: string) =>
    counted(change(orgId, condition, value, { ':today': today, ':queries': queries }));
  const isOfToday = 'queries_day = :today';
  // The second write begins a day. When another caller has just done so, the third one counts.
  return (
    (await count(isOfToday, 'queries_today + :queries')) ??
    (await count(
      'attribute_exists(pk) AND (attribute_not_exists(queries_day) OR queries_day < :today)',
      ':queries',
    )) ??
    (await count(isOfToday, 'queries_today + :queries'))
  );
}

/** Takes counted queries back; undefined once their day is over. */
export const uncountQueries = (
  orgId: string,
  queries: number,
  day: string,
): Promise<Usage | undefined> => counted(givenBack(orgId, queries, day));

/** The write that takes counted queries back. Its condition fails once their day is over. */
export const givenBack = (orgId: string, queries: number, day: string) =>
  change(orgId, 'queries_day = :today AND queries_today >= :queries', 'queries_today - :queries', {
    ':today': day,
    ':queries': queries,
  });

/**
 * The write that takes queries from the quota of a day on which one was counted before. Its condition fails if so many are not
 * left.
 * @param quota of the day
 */
export const queriesTaken = (orgId: string, queries: number, quota: number, now: Date) =>
  change(orgId, 'queries_day = :today AND queries_today <= :most', 'queries_today + :queries', {
    ':today': dayOf(now),
    ':queries': queries,
    ':most': quota - queries,
  });

/** `2026-11-22`, in UTC. */
export const dayOf = (now: Date) => now.toISOString().slice(0, 10);

async function counted(changed: ReturnType<typeof change>): Promise<Usage | undefined> {
  const organization = await tryUpdate(accounts.organization, changed);
  return organization && { ...organization, queries_today: organization.queries_today! };
}

const change = (
  orgId: string,
  condition: string,
  value: string,
  values: { ':today': string; ':queries': number; ':most'?: number },
) =>
  update(
    'dynamodb:UpdateItem Accounts',
    accounts.organization,
    { org_id: orgId },
    {
      UpdateExpression: `SET queries_day = :today, queries_today = ${value}`,
      ConditionExpression: condition,
      ExpressionAttributeValues: values,
    },
  );
