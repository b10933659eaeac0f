import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { ChatFilters } from '#shared/contract/chat.ts';
import type { Contract } from '#shared/contract/contract.ts';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import { api } from '#web/lib/api-client.ts';
import { withFailureTexts } from '#web/lib/failure-texts.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { everyPage } from './every-page.ts';

/** Identifies a conversation. A conversation that began without a sign-in needs its token. */
export interface ThreadRef {
  id: string;
  token?: string | undefined;
}

export type ChatThread = OutputOf<Contract['get-chat-thread']>;

const current = {
  // Another tab may have asked meanwhile.
  staleTime: 0,
  refetchOnWindowFocus: true,
  // Without a network the call fails, so that the page can say so, and is repeated later.
  networkMode: 'always',
  refetchOnReconnect: true,
} as const;

export const threadQuery = ({ id, token }: ThreadRef) =>
  queryOptions({
    queryKey: ['chat-thread', id],
    queryFn: ({ signal }) => api('get-chat-thread', { params: { id }, threadToken: token, signal }),
    ...current,
  });

export const messagesQuery = ({ id, token }: ThreadRef) =>
  queryOptions({
    queryKey: ['chat-messages', id],
    queryFn: ({ signal }) =>
      everyPage((cursor) =>
        api('list-chat-messages', {
          params: { id },
          query: { cursor },
          threadToken: token,
          signal,
        }),
      ),
    ...current,
  });

const threadsKey = ['chat-threads'];

/** Conversations that the first page names. */
const latestCount = 5;

/** The own conversations, the latest first. Only for people who are signed in. */
export const threadsQuery = infiniteQueryOptions({
  queryKey: threadsKey,
  queryFn: ({ pageParam, signal }) =>
    api('list-chat-threads', { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
});

/** The conversations of the last days, for the first page. */
export const latestThreadsQuery = queryOptions({
  queryKey: [...threadsKey, 'latest'],
  queryFn: async ({ signal }) =>
    (await api('list-chat-threads', { query: { limit: latestCount }, signal })).items,
  staleTime: 0,
});

/**
 * Begins a conversation.
 * @param remember stores id and token, because a visitor gets the token only once
 */
export const createThread = (remember: (thread: ThreadRef) => void) =>
  mutationOptions({
    mutationFn: () => api('create-chat-thread'),
    onSuccess: ({ token, ...thread }, _nothing, _result, { client }) => {
      client.setQueryData(threadQuery(thread).queryKey, thread);
      remember({ id: thread.id, token });
    },
    networkMode: 'always',
  });

const goneText =
  'This conversation is not there any more. Please send your message again: it begins a new one.';

/** After a refusal: another tab may have asked in this conversation, or deleted it. */
export const refreshThread = (client: QueryClient, thread: ThreadRef) =>
  Promise.all([
    client.invalidateQueries(threadQuery(thread)),
    client.invalidateQueries(messagesQuery(thread)),
  ]);

interface Question {
  thread: ThreadRef;
  content: string;
  filters: ChatFilters;
  /** Id of the question that this one replaces, with what followed it. */
  insteadOf?: string | undefined;
}

/** Adds a question to a conversation. Dexi answers when a run is started. */
export const askQuestion = mutationOptions({
  mutationFn: ({ thread: { id, token }, content, filters, insteadOf }: Question) =>
    withFailureTexts(
      { codes: { NotFound: goneText } },
      api('create-chat-message', {
        params: { id },
        body: { content, filters, ...(insteadOf && { instead_of: insteadOf }) },
        threadToken: token,
      }),
    ),
  onSuccess: async (message, { thread, insteadOf }, _result, { client }) => {
    const { queryKey } = messagesQuery(thread);
    // A list that was requested before the question would not contain it.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (known = []) => {
      const replaced = known.findIndex(({ id }) => id === insteadOf);
      const kept = replaced < 0 ? known : known.slice(0, replaced);
      return [...kept.filter(({ id }) => id !== message.id), message];
    });
    void client.invalidateQueries({ queryKey: threadsKey });
  },
  onError: (_error, { thread }, _result, { client }) => refreshThread(client, thread),
  networkMode: 'always',
});

const refreshThreads = (client: QueryClient, { id }: ThreadRef) =>
  Promise.all([
    client.invalidateQueries({ queryKey: threadsKey }),
    client.invalidateQueries({ queryKey: ['chat-thread', id] }),
  ]);

export const renameThread = mutationOptions({
  mutationFn: ({ thread: { id, token }, title }: { thread: ThreadRef; title: string }) =>
    api('rename-chat-thread', { params: { id }, body: { title }, threadToken: token }),
  onSuccess: (_renamed, { thread }, _result, { client }) => refreshThreads(client, thread),
});

/** Deletes a conversation. The page must leave it afterwards. */
export const deleteThread = mutationOptions({
  mutationFn: ({ id, token }: ThreadRef) =>
    api('delete-chat-thread', { params: { id }, threadToken: token }),
  onSettled: (_done, _error, _thread, _result, { client }) =>
    client.invalidateQueries({ queryKey: threadsKey }),
});

/** Saves a conversation as a file. */
export const exportThread = mutationOptions({
  mutationFn: async ({ id, token }: ThreadRef) => {
    const text = await api('export-chat-thread', { params: { id }, threadToken: token });
    saveFile(`${id}.md`, text, 'text/markdown');
  },
});

/** Makes a link that shows a conversation as it is now. */
export const shareThread = mutationOptions({
  mutationFn: ({ thread: { id, token }, days }: { thread: ThreadRef; days: 1 | 7 | 30 }) =>
    api('share-chat-thread', { params: { id }, body: { days }, threadToken: token }),
});

/** Takes the link back. */
export const unshareThread = mutationOptions({
  mutationFn: ({ id, token }: ThreadRef) =>
    api('unshare-chat-thread', { params: { id }, threadToken: token }),
});

/** The conversation that a link shows, with all its pages. */
export const sharedChatQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-chat', token],
    queryFn: async ({ signal }) => {
      const open = (cursor: string | undefined) =>
        api('open-shared-chat', { body: { token, cursor }, signal });
      const first = await open(undefined);
      const items = await everyPage((cursor) =>
        cursor === undefined ? Promise.resolve(first) : open(cursor),
      );
      return { ...first, items };
    },
    retry: false,
  });
