import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { ManagementKey } from '#shared/contract/management-keys.ts';
import { api } from '#web/lib/api-client.ts';
import { indexKeysQuery } from './index-keys.ts';

/** The management keys of the organization, without their texts. */
export const managementKeysQuery = queryOptions({
  queryKey: ['management-keys'],
  queryFn: ({ signal }) => api('list-management-keys', { signal }),
});

interface NewKey {
  name: string;
  scopes: ManagementKey['scopes'];
  days: number | undefined;
}

/** The answer has the text of the key, which is shown once. */
export const addManagementKey = mutationOptions({
  mutationFn: (body: NewKey) => api('create-management-key', { body }),
  onSettled: (_done, _error, _key, _result, { client }) =>
    client.invalidateQueries(managementKeysQuery),
});

/** `madeKeys`: what becomes of API keys that it has made. */
export const revokeManagementKey = (madeKeys: 'keep' | 'delete') =>
  mutationOptions({
    mutationFn: ({ id }: ManagementKey) =>
      api('delete-management-key', { params: { key_id: id }, query: { made_keys: madeKeys } }),
    onSettled: (_done, _error, _key, _result, { client }) =>
      Promise.all([
        client.invalidateQueries(managementKeysQuery),
        client.invalidateQueries(indexKeysQuery),
      ]),
  });
