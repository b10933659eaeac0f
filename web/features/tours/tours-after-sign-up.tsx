import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useMember } from '#web/api/user.ts';
import { switchOnTours } from './pending-tours.ts';

/** The sign-up leads to `/index?signup-success=1`: from there on the tours are due. */
export function ToursAfterSignUp() {
  const { authUserId } = useMember();
  const [params] = useSearchParams();
  const hasSignedUp = params.get('signup-success') === '1';
  useEffect(() => {
    if (hasSignedUp) switchOnTours(authUserId);
  }, [hasSignedUp, authUserId]);
  return null;
}
