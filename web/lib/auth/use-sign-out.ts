import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { api } from '#web/lib/api-client.ts';
import { forgetAccount } from './forget-account.ts';

/** Ends the session, here and on the server, and leaves, by default for the sign-in page. */
export function useSignOut(): (to?: string) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (to = '/sign-in') => {
    // Whoever wants to leave is not held back by a server that does not answer.
    await api('sign-out', { body: {} }).catch(() => undefined);
    const { loadCognito } = await import('./load-cognito.ts');
    await (await loadCognito()).endSession();
    await forgetAccount(queryClient, () => navigate(to));
  };
}
