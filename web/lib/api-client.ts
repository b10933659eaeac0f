import { createClient } from '#shared/client.ts';
import { readToken } from './auth/token.ts';

/** Calls the product's API on the page's own origin, with the token of the signed-in person. */
export const api = createClient({
  baseUrl: '',
  fetch: (url, init) => fetch(url, init as RequestInit),
  getToken: readToken,
});
