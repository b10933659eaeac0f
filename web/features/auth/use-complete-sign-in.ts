import { useQueryClient } from '@tanstack/react-query';
import { createUser, userQuery } from '#web/api/user.ts';
import { dropAccountData } from '#web/lib/auth/forget-account.ts';
import { sessionQuery } from '#web/lib/auth/session.ts';

/**
 * Makes a fresh sign-in known to the app. A `new` account gets its user record first; should that fail,
 * the dashboard creates it when it finds none, so it does not fail the sign-in.
 */
export function useCompleteSignIn(): (account: 'new' | 'known') => Promise<void> {
  const queryClient = useQueryClient();
  return async (account) => {
    dropAccountData(queryClient);
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (account === 'new') await createUser().catch(() => undefined);
    await queryClient.prefetchQuery({ ...userQuery, staleTime: 0, retry: false });
  };
}
