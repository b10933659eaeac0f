import { useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#web/lib/auth/session.ts';
import { userQuery } from '#web/lib/auth/user.ts';

/**
 * Makes a fresh sign-in known to the app. The user record is created here when this is the first one;
 * if that fails the dashboard says so and offers to try again, so it does not fail the sign-in.
 */
export function useCompleteSignIn(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    await queryClient.prefetchQuery({ ...userQuery, staleTime: 0, retry: false });
  };
}
