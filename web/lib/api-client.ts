import { createClient } from '#shared/client.ts';
import { identity } from './auth/identity.ts';
import { mayHaveSession } from './auth/stored-session.ts';
import { readStoredToken } from './auth/stored-token.ts';
import { takeBegun } from './begun-calls.ts';

/** The identity token of the signed-in person. The identity provider's library is loaded only to renew it. */
async function readToken(): Promise<string | undefined> {
  if (!mayHaveSession()) return undefined;
  const stored = readStoredToken(localStorage, Date.now());
  return stored?.text ?? identity((cognito) => cognito.readIdToken());
}

/** Calls the product's API on the page's own origin, with the token of the signed-in person. */
export const api = createClient({
  baseUrl: '',
  fetch: (url, init) => takeBegun(url, init) ?? fetch(url, init as RequestInit),
  getToken: readToken,
});
