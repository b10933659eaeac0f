import { queryOptions } from '@tanstack/react-query';
import type { Session } from './cognito.ts';
import { mayHaveSession } from './token.ts';

export type { Session } from './cognito.ts';

async function loadSession(): Promise<Session | null> {
  if (!mayHaveSession()) return null;
  const { loadCognito } = await import('./load-cognito.ts');
  return (await (await loadCognito()).readSession()) ?? null;
}

/** Who is signed in; `null` when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: loadSession,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
