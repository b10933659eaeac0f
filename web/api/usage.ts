import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';
import { type Member, userQuery } from './user.ts';

/** Days, inclusive; an empty text stands for the last 30 days. */
export interface UsageDays {
  from: string;
  to: string;
}

export const lastDays: UsageDays = { from: '', to: '' };

/** The last days up to today, in UTC. */
export function daysUntilToday(count: number, now: Date): UsageDays {
  const day = (before: number) =>
    new Date(now.getTime() - before * 86_400_000).toISOString().slice(0, 10);
  return { from: day(count - 1), to: day(0) };
}

export const usageQuery = ({ from, to }: UsageDays) =>
  queryOptions({
    queryKey: ['usage', from, to],
    queryFn: ({ signal }) =>
      api('get-usage', {
        query: { from: from || undefined, to: to || undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** What people search for, of one index or key if they are named. */
export const analyticsQuery = ({
  from,
  to,
  index,
  key,
}: UsageDays & { index: string; key: string }) =>
  queryOptions({
    queryKey: ['search-analytics', from, to, index, key],
    queryFn: ({ signal }) =>
      api('get-search-analytics', {
        query: {
          from: from || undefined,
          to: to || undefined,
          index_id: index || undefined,
          key_id: key || undefined,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Queries that are left today. Each search takes one. */
export const quotaQuery = queryOptions({
  queryKey: ['quota'],
  queryFn: ({ signal }) => api('get-quota', { signal }),
  staleTime: 0,
});

/** Switches whether texts of queries are kept. */
export const switchQueryTexts = ({ orgId, authUserId }: Member) =>
  mutationOptions({
    mutationFn: (confidential: boolean) =>
      api('update-query-texts', {
        body: { org_id: orgId, auth_user_id: authUserId, confidential },
      }),
    onSuccess: (_done, _confidential, _result, { client }) => client.invalidateQueries(userQuery),
  });
