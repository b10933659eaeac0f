import { queryOptions } from '@tanstack/react-query';
import { anonymousApi } from '#web/lib/anonymous-api.ts';
import { api } from '#web/lib/api-client.ts';
import { searchKeyQuery } from './search-keys.ts';

/** An index that was read stays in memory about as long. */
const staysWarmMs = 4 * 60_000;

/** Nobody misses a hint that fails: the search only takes a second longer. */
const hint = { staleTime: staysWarmMs, gcTime: staysWarmMs, retry: false } as const;

/** Has an index read before somebody searches it: once in some minutes, however often its page is opened. */
export const warmIndexQuery = (indexId: string) =>
  queryOptions({
    ...hint,
    queryKey: ['warm', indexId],
    queryFn: async ({ client }) => {
      const apiKey = await client.fetchQuery(searchKeyQuery(indexId));
      const params = { index_id: indexId };
      await api('warm-index', { params, body: {}, apiKey }).catch(() => undefined);
      return null;
    },
  });

/** Has all functions that a first question to the assistant passes get ready, while it is written. */
export const warmChatQuery = queryOptions({
  ...hint,
  queryKey: ['warm', 'chat'],
  queryFn: async () => {
    await anonymousApi('warm-chat', {}).catch(() => undefined);
    return null;
  },
});
