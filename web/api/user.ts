import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError } from '#shared/client.ts';
import type { User } from '#shared/contract/users.ts';
import { api } from '#web/lib/api-client.ts';
import { type Session, sessionQuery } from '#web/lib/auth/session.ts';
import { queryClient } from '#web/lib/query-client.ts';

async function requireSession(): Promise<Session> {
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (session) return session;
  throw new ApiError({
    code: 'Unauthenticated',
    message: 'Please sign in and try again.',
    status: 401,
  });
}

/** Creates the user record of an account that signed in for the first time. */
export async function createUser(): Promise<void> {
  const { fullName, email, authUserId } = await requireSession();
  await api('create-user', {
    body: { full_name: fullName, email, auth_user_id: authUserId, type: 'sign_up' },
  });
}

/** The record exists from the first sign-in on; when that was cut short, it is completed now. */
async function loadUser(): Promise<User> {
  const { authUserId } = await requireSession();
  const user = await getOrCreateUser(authUserId);
  if (user.email_verified) return user;
  // Invited people come by a password that was mailed to them, so their address is verified.
  await api('update-user', { body: { auth_user_id: authUserId, email_verified: true } });
  return { ...user, email_verified: true };
}

async function getOrCreateUser(authUserId: string): Promise<User> {
  const get = () => api('get-user', { query: { user_id: authUserId } });
  try {
    return await get();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'UserNotFound')) throw error;
    await createUser();
    return get();
  }
}

export const userQuery = queryOptions({ queryKey: ['user'], queryFn: loadUser });

/** The signed-in person. Only below the dashboard layout, which has loaded them. */
export function useUser(): User {
  return useSuspenseQuery(userQuery).data;
}

/** Of the organisation of the signed-in person; `undefined` while it is not known. */
export const useSubscription = () => useQuery(userQuery).data?.subscription;

/** The signed-in person inside an organisation. Only below the dashboard layout, which checks both. */
export interface Member {
  authUserId: string;
  email: string;
  fullName: string;
  orgId: string;
  isAdmin: boolean;
}

export function useMember(): Member {
  const user = useUser();
  if (!user.org_id) throw new Error('A member page was shown to a user without an organization');
  return {
    authUserId: user.auth_user_id,
    email: user.email,
    fullName: user.full_name,
    orgId: user.org_id,
    isAdmin: user.role === 'admin',
  };
}
