import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';

/** API keys of the organisation, by index id. */
export const indexKeysQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['index-keys', orgId],
    queryFn: ({ signal }) => api('list-index-keys', { query: { org_id: orgId }, signal }),
  });
