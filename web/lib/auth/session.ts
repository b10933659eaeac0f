import { queryOptions } from '@tanstack/react-query';
import { identity } from './identity.ts';
import { mayHaveSession } from './stored-session.ts';
import { type IdentityClaims, readStoredToken } from './stored-token.ts';

/** The signed-in person, as the identity token states it. */
export interface Session {
  authUserId: string;
  email: string;
  fullName: string;
}

function toSession({ sub, email, name }: IdentityClaims): Session {
  return {
    authUserId: String(sub),
    email: String(email ?? ''),
    fullName: String(name ?? email ?? ''),
  };
}

async function loadSession(): Promise<Session | null> {
  if (!mayHaveSession()) return null;
  const claims =
    readStoredToken(localStorage, Date.now())?.claims ??
    (await identity((cognito) => cognito.readIdClaims()));
  return claims ? toSession(claims) : null;
}

/** Who is signed in; `null` when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: loadSession,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
