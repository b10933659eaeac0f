import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';

const pollMs = 3000;

/** The archive of the person's data. */
export const dataExportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: ({ signal }) => api('get-data-export', { signal }),
  // The address of the archive in an answer works for some minutes only.
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.status === 'preparing' ? pollMs : false),
});

export const requestDataExport = (authUserId: string) =>
  mutationOptions({
    mutationFn: () => api('request-data-export', { body: { auth_user_id: authUserId } }),
    onSuccess: (requested, _nothing, _result, { client }) =>
      client.setQueryData(dataExportQuery.queryKey, requested),
  });

/** Erases the account; the argument says whether the organization goes too. */
export const eraseAccount = (authUserId: string, email: string) =>
  mutationOptions({
    mutationFn: (withOrganization: boolean) =>
      api('erase-user', {
        body: { auth_user_id: authUserId, email, erase_organization: withOrganization },
      }),
  });
