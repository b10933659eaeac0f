import {
  addPrepaid,
  beginRound,
  endRound,
  isRoundOf,
  type Prepaid,
} from '#functions/indexes/index.ts';
import { getOrganization, type OrganizationRecord } from '#functions/people/index.ts';
import { dailyQuota } from '#shared/daily-quota.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import { countQueries, uncountQueries } from './query-usage.ts';

/** How keys take queries from the quota of a day in blocks. */
const prepaying = {
  /** The query of the organization's day from which on they do. What is shown until then is exact. */
  from: 100,
  /** Queries that a key takes more than it sends. */
  block: 9,
  /** Blocks of the quota that must be left. With fewer, each query is counted as it comes. */
  least: 100,
} as const;

/** Queries that are counted. */
interface Counted {
  organization: OrganizationRecord;
  /** Queries of the day up to these, without those that the key has taken and not sent. */
  used: number;
  /** What the organization's count has risen by, and to. */
  rise: { by: number; to: number };
  /** Takes back so many of them. */
  giveBack(queries: number): Promise<unknown>;
  /** Whether the key had taken them before: if they are refused, it must have them back. */
  isPrepaid: boolean;
}

/**
 * Counts queries of a key for its organization: with a read where the key has taken them before. So an organization's
 * count is never below what it has sent, and above it by nine queries of each key at most.
 * @param day `2026-11-22`, in UTC
 * @returns undefined if there is no such organization
 */
export async function countQuery(
  orgId: string,
  queries: number,
  day: string,
  prepaid: Prepaid,
  nowMs: number,
): Promise<Counted | undefined> {
  const isOpen = isRoundOf(prepaid, day);
  if (isOpen && prepaid.left >= 0) {
    const organization = await getOrganization(orgId);
    if (!organization) return undefined;
    const { queries_day, queries_today: to = 0 } = organization;
    if (queries_day === day) {
      return {
        organization,
        used: to - prepaid.left,
        rise: { by: 0, to },
        giveBack: (back) => addPrepaid(prepaid, back),
        isPrepaid: true,
      };
    }
  }
  const block = isOpen ? prepaying.block : 0;
  const organization = await countQueries(orgId, queries + block, day);
  if (!organization) return undefined;
  const to = organization.queries_today;
  const { _isExpired, status } = subscriptionOf(organization, nowMs);
  const left = dailyQuota(organization, status) - to;
  const isPlenty = !_isExpired && to >= prepaying.from && left >= prepaying.least * prepaying.block;
  if (isPlenty) await (isOpen ? addPrepaid(prepaid, queries + block) : beginRound(prepaid, day));
  else if (isOpen) {
    await endRound(prepaid);
    await uncountQueries(orgId, block, day);
  }
  return {
    organization,
    used: to - block,
    rise: { by: queries + block, to },
    giveBack: (back) => uncountQueries(orgId, back, day),
    isPrepaid: false,
  };
}
