import { createClient } from '#shared/client.ts';

/**
 * Calls the product's API without a token. The public pages do not load the code that reads tokens.
 */
export const anonymousApi = createClient({
  baseUrl: '',
  fetch: (url, init) => fetch(url, init as RequestInit),
});
