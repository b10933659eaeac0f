import { queryOptions } from '@tanstack/react-query';
import type { Session } from './cognito.ts';
import { identity } from './identity.ts';
import { mayHaveSession } from './stored-session.ts';

export type { Session } from './cognito.ts';

async function loadSession(): Promise<Session | null> {
  if (!mayHaveSession()) return null;
  return (await identity((cognito) => cognito.readSession())) ?? null;
}

/** Who is signed in; `null` when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: loadSession,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
