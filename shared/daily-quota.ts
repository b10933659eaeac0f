import { limits, type Plan } from './limits.ts';

/** Queries that an organization may send on a UTC day. */
export function dailyQuota(
  { plan, queries_per_day }: { plan?: Plan | undefined; queries_per_day?: number | undefined },
  status: string,
): number {
  const paid = status === 'trialing' ? 'trial' : (plan ?? 'monthly');
  return queries_per_day ?? limits.queriesPerDay[paid];
}
