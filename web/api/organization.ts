import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';

export const organizationQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['organization', orgId],
    queryFn: ({ signal }) => api('get-organization', { query: { org_id: orgId }, signal }),
  });
