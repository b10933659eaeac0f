import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/api-client.ts';
import { withFailureTexts } from '#web/lib/failure-texts.ts';

/** API keys of the organization, by index id, without their texts. */
export const indexKeysQuery = queryOptions({
  queryKey: ['index-keys'],
  queryFn: ({ signal }) => api('list-index-keys', { query: { masked: 'true' }, signal }),
});

/** The text of a key, for admins. Each call is noted in the audit trail. */
export const revealIndexKey = mutationOptions({
  mutationFn: ({ id }: Pick<ApiKey, 'id'>) => reveal(id),
});

/** The same of the oldest key of an index. */
export const revealOldestKey = (indexId: string) =>
  mutationOptions({
    mutationFn: async (_nothing: undefined, { client }) => {
      const keys = await client.fetchQuery(indexKeysQuery);
      const [oldest] = keys[indexId] ?? [];
      if (!oldest) throw new ProductError('KeyNotFound');
      return reveal(oldest.id);
    },
  });

async function reveal(id: string): Promise<string> {
  const found = await api('list-index-keys', { query: { key_id: id } });
  const [key] = Object.values(found).flat();
  if (!key) throw new ProductError('KeyNotFound');
  return key.api_key;
}

type KeyOwner = Pick<Index, 'item_id' | 'builtin'>;

/** Only indexes of the organization itself have a text of their own. */
const addTexts = ({ builtin }: KeyOwner) =>
  builtin ? {} : { unforeseen: 'There is something wrong' };

/** What narrows a new key. */
type KeyOptions = Pick<ApiKey, 'name' | 'restrictions' | 'public_keys'>;

export const addIndexKey = (orgId: string, index: KeyOwner) =>
  mutationOptions({
    mutationFn: async (options: KeyOptions, { client }) => {
      const keys = client.getQueryData(indexKeysQuery.queryKey)?.[index.item_id] ?? [];
      if (keys.length >= limits.apiKeysPerIndex) throw new ProductError('KeyLimitReached');
      return withFailureTexts(
        addTexts(index),
        api('create-index-key', { body: { org_id: orgId, index: index.item_id, ...options } }),
      );
    },
    onSuccess: (_key, _options, _result, { client }) => client.invalidateQueries(indexKeysQuery),
  });

/** Gives a key a new text; the old one goes on for some hours. */
export const rotateIndexKey = (orgId: string, { item_id }: KeyOwner, overlapHours: number) =>
  mutationOptions({
    mutationFn: ({ id }: ApiKey) =>
      api('rotate-index-key', {
        body: { org_id: orgId, index: item_id, api_key_id: id, overlap_hours: overlapHours },
      }),
    onSettled: (_done, _error, _key, _result, { client }) =>
      client.invalidateQueries(indexKeysQuery),
  });

export const deleteIndexKey = (orgId: string, { item_id, builtin }: KeyOwner) =>
  mutationOptions({
    mutationFn: ({ id }: ApiKey) => {
      // The id has another name for own indexes than for catalogs.
      const key = builtin ? { api_key_id: id } : { api_id: id };
      return api('delete-index-key', { body: { org_id: orgId, index: item_id, ...key } });
    },
    // Also after a failure: the key may have been deleted in another window.
    onSettled: (_done, _error, _key, _result, { client }) =>
      client.invalidateQueries(indexKeysQuery),
  });
