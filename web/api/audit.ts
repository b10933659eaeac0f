import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditAction } from '#shared/audit-actions.ts';
import type { AuditEntry } from '#shared/contract/audit.ts';
import { everyPage } from '#web/api/every-page.ts';
import { api } from '#web/lib/api-client.ts';

/** What of the trail is shown; empty texts leave out nothing. */
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
  orgId: string,
  { action, userId, from, to }: AuditFilter,
  cursor: string | undefined,
  signal?: AbortSignal,
) {
  const query = {
    ...{ org_id: orgId, limit: pageSize, cursor },
    ...{ action: action || undefined, user_id: userId || undefined },
    ...{ from: from || undefined, to: to || undefined },
  };
  return api('list-audit', { query, signal });
}

export const auditQuery = (orgId: string, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', orgId, filter],
    queryFn: ({ pageParam, signal }) => loadPage(orgId, filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // Whoever opens the page wants to see what was done just now.
    staleTime: 0,
  });

/** Everything that fits the filter, newest first. */
export const loadWholeAudit = (orgId: string, filter: AuditFilter): Promise<AuditEntry[]> =>
  everyPage((cursor) => loadPage(orgId, filter, cursor));
