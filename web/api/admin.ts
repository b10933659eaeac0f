import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
} from '@tanstack/react-query';
import type { OrganizationRow } from '#shared/contract/admin.ts';
import type { Reminder } from '#shared/contract/reminders.ts';
import type { ReminderFile } from '#shared/reminders.ts';
import type { SearchKind } from '#shared/search-kinds.ts';
import { api } from '#web/lib/api-client.ts';
import { withFailureTexts } from '#web/lib/failure-texts.ts';
import type { PageRequest } from '#web/lib/page-request.ts';
import { everyPage } from './every-page.ts';

const organizationsKey = ['admin', 'organizations'];

export const organizationRowsQuery = (
  search: string,
  { limit, cursor }: PageRequest,
  figures?: 'month',
) =>
  queryOptions({
    queryKey: [...organizationsKey, search, limit, cursor, figures],
    queryFn: ({ signal }) =>
      api('list-organizations', {
        query: { search: search || undefined, limit, cursor, figures },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

const pauseTexts = { codes: { Forbidden: 'You are not allowed to modify the organization!' } };

/** Pauses the payments of an organization, or resumes them if they are paused. */
export const togglePayment = (authUserId: string) =>
  mutationOptions({
    mutationFn: ({ id, subscription_id, paused_payment }: OrganizationRow) =>
      withFailureTexts(
        pauseTexts,
        api('pause-payment', {
          body: {
            auth_user_id: authUserId,
            org_id: id,
            subscription_id: subscription_id!,
            paused_payment: !paused_payment,
          },
        }),
      ),
    onSettled: (_done, _error, _row, _result, { client }) =>
      client.invalidateQueries({ queryKey: organizationsKey }),
  });

export const organizationDetailQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['admin', 'organization', orgId],
    queryFn: ({ signal }) => api('get-organization-detail', { params: { org_id: orgId }, signal }),
  });

/** How the assistant did, by day. */
export const assistantFiguresQuery = queryOptions({
  queryKey: ['admin', 'assistant'],
  queryFn: ({ signal }) => api('get-assistant-figures', { query: {}, signal }),
});

export const remindersQuery = queryOptions({
  queryKey: ['admin', 'reminders'],
  queryFn: ({ signal }) => api('list-reminders', { signal }),
});

const saveText = 'Unable to process request!';

export const saveReminders = mutationOptions({
  mutationFn: (reminders: Reminder[]) =>
    withFailureTexts(
      { refused: saveText, unforeseen: saveText },
      api('update-reminders', { body: reminders }),
    ),
  onSuccess: (saved, _reminders, _result, { client }) => {
    client.setQueryData(remindersQuery.queryKey, saved);
  },
});

/** What a reminder would report now. */
export const reminderPreviewQuery = (file: ReminderFile) =>
  queryOptions({
    queryKey: ['admin', 'reminder-preview', file],
    queryFn: ({ signal }) => api('preview-reminder', { query: { file }, signal }),
    staleTime: 0,
  });

/** Mails a reminder to the signed-in person. */
export const sendReminder = mutationOptions({
  mutationFn: (file: ReminderFile) => api('send-reminder', { body: { file } }),
});

/** Which searches of the history are shown; an empty text filters nothing. */
export interface HistoryFilter {
  orgId: string;
  kind: SearchKind | '';
  index: 'us_patents' | 'wikipedia' | 'arxiv' | 'custom' | '';
  outcome: 'found' | 'empty' | 'failed' | '';
  text: string;
  /** Days, inclusive. */
  from: string;
  to: string;
}

export const wholeHistory: HistoryFilter = {
  orgId: '',
  kind: '',
  index: '',
  outcome: '',
  text: '',
  from: '',
  to: '',
};

const scopeOf = ({ orgId, kind, index, from, to }: HistoryFilter) => ({
  org_id: orgId || undefined,
  kind: kind || undefined,
  index: index || undefined,
  from: from || undefined,
  to: to || undefined,
});

const pageSize = 50;

function loadHistory(filter: HistoryFilter, cursor: string | undefined, limit = pageSize) {
  const { text, outcome } = filter;
  return api('list-search-history', {
    query: {
      ...scopeOf(filter),
      text: text || undefined,
      outcome: outcome || undefined,
      limit,
      cursor,
    },
  });
}

export const historyQuery = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'history', filter],
    queryFn: ({ pageParam }) => loadHistory(filter, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** Loads every search that matches the filter, newest first. */
export const loadWholeHistory = (filter: HistoryFilter) =>
  mutationOptions({
    mutationFn: () => everyPage((cursor) => loadHistory(filter, cursor, 100)),
  });

/** Counts and latencies by day. The filters by text and outcome do not apply to them. */
export const figuresQuery = (filter: HistoryFilter) => {
  const scope = scopeOf(filter);
  return queryOptions({
    queryKey: ['admin', 'figures', scope],
    queryFn: ({ signal }) => api('get-search-figures', { query: scope, signal }),
    placeholderData: keepPreviousData,
  });
};
