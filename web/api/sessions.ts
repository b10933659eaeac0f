import { mutationOptions, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { api } from '#web/lib/api-client.ts';
import { forgetAccount } from '#web/lib/auth/forget-account.ts';
import { identity } from '#web/lib/auth/identity.ts';

async function endOnServer(): Promise<void> {
  const refresh_token = await identity((cognito) => cognito.readRefreshToken());
  if (refresh_token) await api('sign-out', { body: { refresh_token } });
}

/** Ends the session, here and on the server, and leaves, by default for the sign-in page. */
export function useSignOut(): (to?: string) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (to = '/sign-in') => {
    // A server that does not answer must not prevent the sign-out here.
    await endOnServer().catch(() => undefined);
    await identity((cognito) => cognito.endSession());
    // Pages keep drafts there in case the session expires. After a sign-out they are not needed.
    sessionStorage.clear();
    await forgetAccount(queryClient, () => navigate(to));
  };
}

export const signOutEverywhere = mutationOptions({
  mutationFn: () => api('sign-out', { body: { everywhere: true } }),
});
