import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { forgetAccount } from './forget-account.ts';

/** Ends the session and goes to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const { loadCognito } = await import('./load-cognito.ts');
    await (await loadCognito()).endSession();
    await forgetAccount(queryClient, () => navigate('/sign-in'));
  };
}
