import { useLocalStorage } from '@mantine/hooks';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { ThreadRef } from '#web/api/chat-threads.ts';
import { storedThreadKey } from '#web/lib/stored-thread.ts';
import { useStable } from '#web/ui/page/use-stable.ts';

/**
 * The conversation that this browser was in last; null if there is none. Two tabs can be in different
 * ones: a new tab begins with the one that was opened last.
 */
export const useStoredThread = () => useThreadIn(storedThreadKey);

/**
 * The same for people who are signed in, whose conversations have addresses: `/chatbot/thr_1`. Another address opens another
 * conversation, and the address follows the conversation. The route remembers the one of the first address.
 */
export function useAddressedThread(isAddressed: boolean): ReturnType<typeof useStoredThread> {
  const [stored, store, forget] = useStoredThread();
  const { threadId } = useParams();
  const navigate = useNavigate();
  const storedId = stored?.id;
  const openAddressed = useStable((id: string | undefined) => {
    if (isAddressed && id !== undefined && id !== storedId) store({ id });
  });
  const follow = useStable((id: string | undefined) => {
    if (!isAddressed || id === threadId) return;
    const path = id === undefined ? '/chatbot' : `/chatbot/${encodeURIComponent(id)}`;
    void navigate(path, { replace: true });
  });
  useEffect(() => openAddressed(threadId), [threadId, openAddressed]);
  useEffect(() => follow(storedId), [storedId, follow]);
  return [stored, store, forget];
}

/** The conversation that could not be loaded, so that another one took its place; null if there is none. */
export const useUnloadedThread = () => useThreadIn('antecede.unloaded-chat-thread');

const useThreadIn = (key: string) =>
  useLocalStorage<ThreadRef | null>({
    key,
    defaultValue: null,
    getInitialValueInEffect: false,
    sync: false,
    deserialize: parseThread,
  });

/** Anything can stand in the local storage. */
function parseThread(text: string | undefined): ThreadRef | null {
  try {
    const { id, token }: Partial<Record<string, unknown>> = JSON.parse(text ?? '');
    if (typeof id !== 'string' || id === '') return null;
    return typeof token === 'string' ? { id, token } : { id };
  } catch {
    return null;
  }
}
