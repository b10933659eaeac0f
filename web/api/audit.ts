import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import type { AuditAction } from '#shared/audit-actions.ts';
import { api } from '#web/lib/api-client.ts';
import { everyPage } from './every-page.ts';

/** Which entries of the audit trail are shown; an empty text filters nothing. */
export interface AuditFilter {
  action: AuditAction | '';
  /** Id of a person in the team. */
  userId: string;
  /** Days, inclusive. */
  from: string;
  to: string;
}

export const wholeTrail: AuditFilter = { action: '', userId: '', from: '', to: '' };

const pageSize = 100;

function loadPage(
  { action, userId, from, to }: AuditFilter,
  cursor: string | undefined,
  signal?: AbortSignal,
) {
  return api('list-audit', {
    query: {
      limit: pageSize,
      cursor,
      action: action || undefined,
      user_id: userId || undefined,
      from: from || undefined,
      to: to || undefined,
    },
    signal,
  });
}

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) => loadPage(filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // Entries must be up to date whenever the page is opened.
    staleTime: 0,
  });

/** Loads every entry that matches the filter, newest first. */
export const loadWholeAudit = (filter: AuditFilter) =>
  mutationOptions({
    mutationFn: () => everyPage((cursor) => loadPage(filter, cursor)),
  });
