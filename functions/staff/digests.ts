/** The digests for staff. A digest is a list of lines, each with its page in the portal. */

import { listOrganizations } from '#functions/billing/index.ts';
import { listRunningBuilds } from '#functions/indexes/index.ts';
import { listUnconfirmed, type OrganizationRecord } from '#functions/people/index.ts';
import { dailyQuota } from '#shared/daily-quota.ts';
import { formatDay } from '#shared/format-day.ts';
import { limits } from '#shared/limits.ts';
import type { ReminderFile } from '#shared/reminders.ts';
import {
  isPaymentPaused,
  type JudgedSubscription,
  pastDueDays,
  subscriptionOf,
  unboughtTrialEnd,
} from '#shared/subscription.ts';
import type { Key } from '#tables/define-table.ts';
import { listFailedBuilds } from './staff-lists.ts';

export interface DigestLine {
  text: string;
  /** Path of the page that shows it: `/admin/organizations/org_1`. */
  path: string;
}

const dayMs = 86_400_000;
const unverifiedAfterMs = 2 * dayMs;
/** Most builds take minutes. */
const hangsAfterMs = 2 * 3_600_000;
const inactiveAfterMs = 30 * dayMs;
/** Share of the daily quota from which an organization is reported. */
const nearEnd = 0.8;

type Digest = (now: Date) => Promise<DigestLine[]>;

const digests: Record<ReminderFile, Digest> = {
  'trials-ending': ofOrganizations((subscription, _, now) => {
    const end = unboughtTrialEnd(subscription, now);
    const days = end === undefined ? Infinity : Math.ceil((end * 1000 - now.getTime()) / dayMs);
    if (days > limits.trialWarningDays) return undefined;
    return `its trial ends in ${counted(days, 'day')}, on ${formatDay(new Date(end! * 1000).toISOString())}`;
  }),
  'past-due': ofOrganizations((subscription) => {
    const days = pastDueDays(subscription);
    return days && `past due for ${counted(days.due, 'day')}, ${counted(days.left, 'day')} left`;
  }),
  'paused-payments': ofOrganizations((subscription) =>
    isPaymentPaused(subscription) ? 'its payment is paused' : undefined,
  ),
  'unverified-sign-ups': async (now) => {
    const accounts = await listUnconfirmed(new Date(now.getTime() - unverifiedAfterMs));
    return accounts.map(({ email, createdAt }) => ({
      text: `${email} signed up on ${formatDay(createdAt.toISOString())} and has not verified the address`,
      path: '/admin/organizations',
    }));
  },
  builds: async (now) => {
    const [failed, running] = await Promise.all([
      listFailedBuilds(),
      listRunningBuilds(new Date(now.getTime() - hangsAfterMs)),
    ]);
    return [
      ...failed.map(({ name, org_id, failure }) => ({
        text: `${name}: ${failure}`,
        path: organizationPath(org_id),
      })),
      ...running.map(({ name, org_id, build_started_at }) => ({
        text: `${name}: its build has been running since ${minuteOf(build_started_at)}`,
        path: organizationPath(org_id),
      })),
    ];
  },
  'inactive-organizations': ofOrganizations((subscription, { queries_day, created_at }, now) => {
    const last = queries_day ?? created_at;
    const active = now.getTime() - Date.parse(last) < inactiveAfterMs;
    if (active || subscription._isExpired) return undefined;
    return queries_day
      ? `last search on ${formatDay(queries_day)}`
      : `no search since ${formatDay(new Date(last).toISOString())}`;
  }),
  'quota-near-end': ofOrganizations((subscription, organization, now) => {
    const { queries_day, queries_today = 0 } = organization;
    const quota = dailyQuota(organization, subscription.status);
    if (queries_day !== dayOf(now) || queries_today < quota * nearEnd) return undefined;
    return `${queries_today} of today’s ${quota} queries are used`;
  }),
};

/** The lines of a reminder at this moment; empty if there is nothing to report. */
export const digestOf = (file: ReminderFile, now: Date): Promise<DigestLine[]> =>
  digests[file](now);

/** A digest of organizations: a line for each organization for which `tell` returns a text. */
function ofOrganizations(
  tell: (
    subscription: JudgedSubscription,
    organization: OrganizationRecord,
    now: Date,
  ) => string | undefined,
): Digest {
  return async (now) => {
    const lines: DigestLine[] = [];
    let start: Key | undefined;
    do {
      const page = await listOrganizations(start);
      for (const organization of page.organizations) {
        const told = tell(subscriptionOf(organization, now.getTime()), organization, now);
        const path = organizationPath(organization.item_id);
        if (told) lines.push({ text: `${organization.name}: ${told}`, path });
      }
      start = page.next;
    } while (start);
    return lines.toSorted((a, b) => a.text.localeCompare(b.text));
  };
}

const organizationPath = (orgId: string) => `/admin/organizations/${orgId}`;
const minuteOf = (time = '') => `${formatDay(time)}, ${time.slice(11, 16)} UTC`;
const dayOf = (time: Date) => time.toISOString().slice(0, 10);
const counted = (value: number, noun: string) => `${value} ${noun}${value === 1 ? '' : 's'}`;
