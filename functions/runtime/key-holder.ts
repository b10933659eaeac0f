import { findApiKey } from '#functions/store/key-hashes.ts';
import { ProductError } from '#shared/errors.ts';
import { principalResolver } from './principal.ts';

/** The holder of a key of the index in the path. */
export const keyHolder = principalResolver('api-key', async (event) => {
  const apiKey = event.headers['x-api-key'];
  const indexId = event.pathParameters?.index_id;
  if (!apiKey || !indexId) throw new ProductError('InvalidApiKey');
  const found = await findApiKey(apiKey);
  // One answer for a wrong key and for a key of another index: ids of indexes stay a secret.
  if (found?.indexId !== indexId) throw new ProductError('InvalidApiKey');
  return found;
});
