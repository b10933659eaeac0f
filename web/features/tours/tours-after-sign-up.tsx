import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useMember } from '#web/api/user.ts';
import { switchOnTours } from './pending-tours.ts';

/** Switches the tours on when the sign-up has led to `/index?signup-success=1`. */
export function ToursAfterSignUp() {
  const { authUserId } = useMember();
  const [params] = useSearchParams();
  const hasSignedUp = params.get('signup-success') === '1';
  useEffect(() => {
    if (hasSignedUp) switchOnTours(authUserId);
  }, [hasSignedUp, authUserId]);
  return null;
}
