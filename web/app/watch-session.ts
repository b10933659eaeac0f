import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent } from '@tanstack/react-query';
import type { DataRouter } from 'react-router-dom';
import { forgetAccount } from '#web/lib/auth/forget-account.ts';
import { sessionQuery } from '#web/lib/auth/session.ts';
import { isSessionKey } from '#web/lib/auth/stored-session.ts';
import { codeOf } from '#web/lib/errors.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { signInPath } from '#web/lib/return-path.ts';

const isSignedIn = () => Boolean(queryClient.getQueryData(sessionQuery.queryKey));

/**
 * Leaves the page when its session ends: revoked, expired, or signed out in another window.
 * @param shown when the router's pages are rendered: until then nobody would see that it leads elsewhere
 */
export function watchSession(router: DataRouter, shown: Promise<void>): void {
  const leaveWhenRefused = async (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (codeOf(event.action.error) !== 'Unauthenticated') return;
    await shown;
    if (!isSignedIn()) return;
    const { pathname, search } = router.state.location;
    await forgetAccount(queryClient, () => router.navigate(signInPath(pathname + search)));
  };
  queryClient.getQueryCache().subscribe((event) => void leaveWhenRefused(event));
  queryClient.getMutationCache().subscribe((event) => void leaveWhenRefused(event));
  // Reloading removes what the page shows of the person who was signed in before.
  window.addEventListener('storage', ({ key }) => {
    if (isSessionKey(key) && isSignedIn()) window.location.reload();
  });
}
