import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from './session.ts';

const [sessionKey] = sessionQuery.queryKey;

/** Removes all cached data of an account. */
export function dropAccountData(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey: [key] }) => key !== sessionKey && key !== 'config',
  });
}

/**
 * Leaves the pages of an account, then removes all its cached data. In this order, because a page that is
 * still open would load it again.
 */
export async function forgetAccount(
  queryClient: QueryClient,
  leave: () => void | Promise<void>,
): Promise<void> {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  await leave();
  dropAccountData(queryClient);
}
