import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Index } from '#shared/contract/indexes.ts';
import { api } from '#web/lib/api-client.ts';

/** What searches of an index find as something else, too. */
export const indexSynonymsQuery = ({ item_id }: Pick<Index, 'item_id'>) =>
  queryOptions({
    queryKey: ['index-synonyms', item_id],
    queryFn: ({ signal }) => api('list-index-synonyms', { params: { index_id: item_id }, signal }),
  });

/** Replaces it, line by line. */
export const updateIndexSynonyms = (index: Pick<Index, 'item_id'>) =>
  mutationOptions({
    mutationFn: (items: string[]) =>
      api('update-index-synonyms', { params: { index_id: index.item_id }, body: { items } }),
    onSuccess: (saved, _items, _result, { client }) =>
      client.setQueryData(indexSynonymsQuery(index).queryKey, saved),
  });
