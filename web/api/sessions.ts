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
    // A server that does not answer must not keep anybody signed in here.
    await endOnServer().catch(() => undefined);
    await identity((cognito) => cognito.endSession());
    // What pages keep there for a session that expires is of no use after this one.
    sessionStorage.clear();
    await forgetAccount(queryClient, () => navigate(to));
  };
}

export const signOutEverywhere = mutationOptions({
  mutationFn: () => api('sign-out', { body: { everywhere: true } }),
});
