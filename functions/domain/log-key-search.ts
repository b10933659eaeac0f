import type { ApiKeyPrincipal } from '#functions/request/principal.ts';
import { logSearch } from '#functions/runtime/log-search.ts';
import { ProductError } from '#shared/errors.ts';

/** Where an answer says how much was found. */
interface Found {
  results?: number;
}

/**
 * Answers a search of a key's holder, and logs how it ended for the search history.
 * @param startedAt when the call came, by `performance.now()`
 */
export async function logKeySearch<T>(
  { orgId, indexId, keyId, claimedUserId, usage }: ApiKeyPrincipal,
  text: string,
  startedAt: number,
  answer: (found: Found) => Promise<T>,
): Promise<T> {
  const found: Found = {};
  let failure: string | undefined;
  const note = (error: unknown) => {
    failure = error instanceof ProductError ? error.code : 'Internal';
  };
  try {
    return await answer(found);
  } catch (error) {
    note(error);
    throw error;
  } finally {
    // The answer waits for it too. A query that was refused is not known to be no secret.
    const { confidential } = (await usage.catch(note)) ?? { confidential: true };
    const elapsedMs = performance.now() - startedAt;
    const who = { orgId, keyId, claimedUserId, indexId };
    logSearch({ kind: 'search', ...who, ...found, text, confidential, elapsedMs, failure });
  }
}
