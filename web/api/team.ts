import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';
import { everyPage } from './every-page.ts';

/** Members of the organisation and people invited into it. */
export const teamQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['team', orgId],
    queryFn: ({ signal }) =>
      everyPage((cursor) => api('list-users', { query: { org_id: orgId, cursor }, signal })),
  });
