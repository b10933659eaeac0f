import type { OrganizationRecord } from '#functions/people/index.ts';
import type { Quota } from '#shared/contract/usage.ts';
import { dailyQuota } from '#shared/daily-quota.ts';
import { subscriptionOf } from '#shared/subscription.ts';

/** Queries that an organization may send today, and has sent. */
export function usedToday(organization: OrganizationRecord, now: Date): Quota {
  const { queries_day, queries_today = 0 } = organization;
  const per_day = dailyQuota(organization, subscriptionOf(organization, now.getTime()).status);
  const used_today = queries_day === now.toISOString().slice(0, 10) ? queries_today : 0;
  return { per_day, used_today, left: Math.max(0, per_day - used_today) };
}
