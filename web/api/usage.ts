import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';
import { type Member, userQuery } from './user.ts';

/** Days, inclusive; an empty text stands for the last 30 days. */
export interface UsageDays {
  from: string;
  to: string;
}

export const lastDays: UsageDays = { from: '', to: '' };

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

/** Switches whether texts of queries are kept. */
export const switchQueryTexts = ({ orgId, authUserId }: Member) =>
  mutationOptions({
    mutationFn: (confidential: boolean) =>
      api('update-query-texts', {
        body: { org_id: orgId, auth_user_id: authUserId, confidential },
      }),
    onSuccess: (_done, _confidential, _result, { client }) => client.invalidateQueries(userQuery),
  });
