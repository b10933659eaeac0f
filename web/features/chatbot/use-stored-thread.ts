import { useLocalStorage } from '@mantine/hooks';
import type { ThreadRef } from '#web/api/chat-threads.ts';
import { storedThreadKey } from '#web/lib/stored-thread.ts';

/**
 * The conversation that this browser was in last; null if there is none. Two tabs can be in different
 * ones: a new tab begins with the one that was opened last.
 */
export const useStoredThread = () => useThreadIn(storedThreadKey);

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
