import { createClient } from '#shared/client.ts';

/** Calls the product's API without a token: the public pages do not load what would read one. */
export const anonymousApi = createClient({
  baseUrl: '',
  fetch: (url, init) => fetch(url, init as RequestInit),
});
