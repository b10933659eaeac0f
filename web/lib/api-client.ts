import { createClient } from '#shared/client.ts';
import { readToken } from './auth/token.ts';

/** The product's API on the page's own origin, as whoever is signed in. */
export const api = createClient({
  baseUrl: '',
  fetch: (url, init) => fetch(url, init as RequestInit),
  getToken: readToken,
});
