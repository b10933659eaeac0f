import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import type { User } from '#shared/contract/users.ts';
import { ProductError } from '#shared/errors.ts';
import { api } from '#web/lib/api-client.ts';
import { deviceId } from '#web/lib/auth/device.ts';
import { identity } from '#web/lib/auth/identity.ts';
import { type Session, sessionQuery } from '#web/lib/auth/session.ts';
import { codeOf } from '#web/lib/errors.ts';
import { withFailureTexts } from '#web/lib/failure-texts.ts';

async function requireSession(client: QueryClient): Promise<Session> {
  const session = await client.ensureQueryData(sessionQuery);
  if (session) return session;
  throw new ProductError('Unauthenticated');
}

/** An account that signs in for the first time has no record yet. */
async function getOrCreateUser({ authUserId, email, fullName }: Session): Promise<User> {
  const get = () => api('get-user', { query: { user_id: authUserId, device: deviceId() } });
  try {
    return await get();
  } catch (error) {
    if (codeOf(error) !== 'UserNotFound') throw error;
    await api('create-user', {
      body: { full_name: fullName, email, auth_user_id: authUserId, type: 'sign_up' },
    });
    return get();
  }
}

/** The user; a session that has not proved its second factor yet does so. */
async function getUser(session: Session): Promise<User> {
  const user = await getOrCreateUser(session);
  if (!user.lacks_second_factor) return user;
  const { confirmed } = await api('confirm-second-factor', { body: {} });
  return confirmed ? getOrCreateUser(session) : user;
}

async function loadUser(client: QueryClient): Promise<User> {
  const session = await requireSession(client);
  const user = await getUser(session);
  if (user.email_verified) return user;
  // Invited people sign in with a password that was mailed to them, so their address is verified.
  const { authUserId } = session;
  await api('update-user', { body: { auth_user_id: authUserId, email_verified: true } });
  return { ...user, email_verified: true };
}

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ client }) => loadUser(client),
});

/** The signed-in person. Only below the dashboard layout, which has loaded them. */
export function useUser(): User {
  return useSuspenseQuery(userQuery).data;
}

/** Of the organization of the signed-in person; `undefined` while it is not known. */
export const useSubscription = () => useQuery(userQuery).data?.subscription;

/** The signed-in person inside an organization. Only below the dashboard layout, which checks both. */
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

const renameText = 'Something went wrong. Please try again later.';

async function saveName(authUserId: string, fullName: string): Promise<void> {
  // The account comes first: tokens and mails take the name from it.
  await identity((cognito) => cognito.updateName(fullName));
  await api('update-user', { body: { auth_user_id: authUserId, full_name: fullName } });
}

/** Changes the person's name. */
export const renameUser = (authUserId: string) =>
  mutationOptions({
    mutationFn: (fullName: string) =>
      withFailureTexts(
        { refused: renameText, unforeseen: renameText },
        saveName(authUserId, fullName),
      ),
    onSuccess: (_done, _name, _result, { client }) => client.invalidateQueries(userQuery),
  });
