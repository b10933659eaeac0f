import type { DataRouter } from 'react-router-dom';
import { ApiError } from '#shared/client.ts';
import { forgetAccount } from '#web/lib/auth/forget-account.ts';
import { sessionQuery } from '#web/lib/auth/session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { signInPath } from './guards.ts';

/** A session that ended while a page was open (revoked, expired): to sign-in, and from there back here. */
export function watchSession(router: DataRouter): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    if (!(error instanceof ApiError) || error.code !== 'Unauthenticated') return;
    if (!queryClient.getQueryData(sessionQuery.queryKey)) return;
    const { pathname, search } = router.state.location;
    void forgetAccount(queryClient, () => router.navigate(signInPath(pathname + search)));
  });
}
