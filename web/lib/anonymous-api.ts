import { createClient } from '#shared/client.ts';
import { takeBegun } from './begun-calls.ts';

/**
 * Calls the product's API without a token. The public pages do not load the code that reads tokens.
 */
export const anonymousApi = createClient({
  baseUrl: '',
  fetch: (url, init) => takeBegun(url, init) ?? fetch(url, init as RequestInit),
});
