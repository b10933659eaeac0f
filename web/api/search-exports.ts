import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SearchExport } from '#shared/contract/search-exports.ts';
import type { ExportFormat } from '#shared/search-exports.ts';
import { api } from '#web/lib/api-client.ts';
import { toApiFilter } from '#web/lib/search-filter.ts';
import type { SearchRequest } from './search.ts';
import { withSearchKey } from './search-keys.ts';

/** How often the page looks while something is written, and afterwards: addresses of files are valid for five minutes. */
const writingMs = 2000;
const restMs = 240_000;

/** Exports of the person, the newest first. */
export const ownExportsQuery = queryOptions({
  queryKey: ['search-exports'],
  queryFn: async ({ signal }) => (await api('list-own-exports', { signal })).items,
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some(isWriting) ? writingMs : restMs),
});

const isWriting = ({ status }: SearchExport) => status === 'writing';

/** Has everything written that a search finds, also what its page folds. */
export async function beginExport(
  client: QueryClient,
  { indexId, text, filters, syntax, relevantOnly, sort }: SearchRequest,
  format: ExportFormat,
): Promise<SearchExport> {
  const request = {
    conceptFeaturesString: text,
    syntax,
    relevantOnly,
    sort,
    filters: filters.map(toApiFilter),
  };
  const begun = await withSearchKey(client, indexId, (apiKey) =>
    api('create-search-export', {
      params: { index_id: indexId },
      body: { format, request },
      apiKey,
    }),
  );
  await client.invalidateQueries(ownExportsQuery);
  return begun;
}

/**
 * Follows an export until it has ended.
 * @param onProgress called with the number of rows that are written
 * @returns undefined if it was deleted meanwhile
 */
export async function followExport(
  client: QueryClient,
  { export_id }: SearchExport,
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<SearchExport | undefined> {
  for (;;) {
    const items = await client.fetchQuery({ ...ownExportsQuery, staleTime: 0 });
    const own = items.find((one) => one.export_id === export_id);
    if (!own || !isWriting(own)) return own;
    onProgress(own.rows);
    await new Promise((resolve) => setTimeout(resolve, writingMs / 2));
    signal.throwIfAborted();
  }
}

export const deleteExport = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ index_id, export_id }: SearchExport) =>
      withSearchKey(client, index_id, (apiKey) =>
        api('delete-search-export', { params: { index_id, export_id }, apiKey }),
      ),
    onSuccess: () => client.invalidateQueries(ownExportsQuery),
  });
