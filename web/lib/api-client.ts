import { createClient } from '#shared/client.ts';
import { identity } from './auth/identity.ts';
import { mayHaveSession } from './auth/stored-session.ts';

/**
 * The identity token of the signed-in person, renewed when needed. The identity provider's library is large, so it is
 * loaded only when a session may exist or somebody signs in: first-time visitors never download it.
 */
async function readToken(): Promise<string | undefined> {
  if (!mayHaveSession()) return undefined;
  return identity((cognito) => cognito.readIdToken());
}

/** Calls the product's API on the page's own origin, with the token of the signed-in person. */
export const api = createClient({
  baseUrl: '',
  fetch: (url, init) => fetch(url, init as RequestInit),
  getToken: readToken,
});
