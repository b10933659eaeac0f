import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from './session.ts';

const [sessionKey] = sessionQuery.queryKey;

/** Drops all that was loaded for an account. */
export function dropAccountData(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey: [key] }) => key !== sessionKey && key !== 'config',
  });
}

/**
 * Leaves the pages of an account and then drops all that was loaded for it. In this order: a page that
 * is still open would load it again.
 */
export async function forgetAccount(
  queryClient: QueryClient,
  leave: () => void | Promise<void>,
): Promise<void> {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  await leave();
  dropAccountData(queryClient);
}
