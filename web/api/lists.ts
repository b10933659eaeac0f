import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ListItem, Rating } from '#shared/contract/lists.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/api-client.ts';

/** Names a document: a row of an index. */
export interface ListedDocument {
  index_id: string;
  id: string;
}

const current = {
  // Colleagues may have changed it meanwhile.
  staleTime: 0,
};

/** The lists that the person sees, the last changed first. */
export const listsQuery = queryOptions({
  queryKey: ['lists'],
  queryFn: async ({ signal }) => (await api('list-lists', { signal })).items,
  ...current,
});

/** A list with everything in it. */
export const listQuery = (listId: string) =>
  queryOptions({
    queryKey: ['list', listId],
    queryFn: ({ signal }) => api('get-list', { params: { list_id: listId }, signal }),
    ...current,
  });

const refresh = (client: QueryClient, listId?: string) =>
  Promise.all([
    client.invalidateQueries(listsQuery),
    listId !== undefined && client.invalidateQueries(listQuery(listId)),
  ]);

export const createList = mutationOptions({
  mutationFn: (body: { name: string; shared: boolean }) => api('create-list', { body }),
  onSuccess: (_list, _body, _result, { client }) => refresh(client),
});

export const updateList = (listId: string) =>
  mutationOptions({
    mutationFn: (body: { name: string; shared: boolean }) =>
      api('update-list', { params: { list_id: listId }, body }),
    onSuccess: (_list, _body, _result, { client }) => refresh(client, listId),
  });

export const deleteList = mutationOptions({
  mutationFn: ({ list_id }: { list_id: string }) => api('delete-list', { params: { list_id } }),
  onSuccess: (_nothing, _list, _result, { client }) => refresh(client),
});

/** Adds documents to a list, one after the other; those that are in it already stay as they are. Returns how many are new. */
export const addToList = mutationOptions({
  mutationFn: async ({
    listId,
    documents,
  }: {
    listId: string;
    documents: readonly (ListedDocument & { title: string })[];
  }) => {
    let count = 0;
    for (const { index_id, id, title } of documents) {
      const body = { index_id, id, title: title.slice(0, limits.listTitleMaxLength) };
      const { added } = await api('add-list-item', { params: { list_id: listId }, body });
      if (added) count += 1;
    }
    return count;
  },
  onSettled: (_count, _error, { listId }, _result, { client }) => refresh(client, listId),
});

/** Writes note and tags of a document. Fails with `ListItemChanged` if a colleague has changed it meanwhile. */
export const saveListItem = (listId: string) =>
  mutationOptions({
    mutationFn: ({ index_id, id, note = '', tags, revision }: ListItem) =>
      api('update-list-item', {
        params: { list_id: listId },
        body: { index_id, id, note, tags, revision },
      }),
    onSettled: (_item, _error, _body, _result, { client }) => refresh(client, listId),
  });

/** Rates a document for a list, which gets it if it is not in it. */
export const rateListItem = mutationOptions({
  mutationFn: ({
    listId,
    ...body
  }: ListedDocument & { listId: string; title: string; rating: Rating | null }) =>
    api('rate-list-item', { params: { list_id: listId }, body }),
  onSuccess: async (rated, { listId }, _result, { client }) => {
    const { queryKey } = listQuery(listId);
    // An answer that is on its way may not have it yet.
    await client.cancelQueries({ queryKey });
    const shown = client.getQueryData(queryKey);
    if (!shown) return refresh(client, listId);
    // A list of hundreds of documents is not read again for each.
    const others = shown.items.filter(
      ({ index_id, id }) => index_id !== rated.index_id || id !== rated.id,
    );
    client.setQueryData(queryKey, { list: shown.list, items: [rated, ...others] });
    return client.invalidateQueries(listsQuery);
  },
});

/** Makes a PDF of a list, which the browser then downloads. */
export const exportList = mutationOptions({
  mutationFn: async (listId: string) => {
    const { url } = await api('export-list', { params: { list_id: listId }, body: {} });
    window.location.assign(url);
  },
});

export const removeListItem = (listId: string) =>
  mutationOptions({
    mutationFn: ({ index_id, id }: ListedDocument) =>
      api('remove-list-item', { params: { list_id: listId }, query: { index_id, id } }),
    onSuccess: (_nothing, _document, _result, { client }) => refresh(client, listId),
  });
