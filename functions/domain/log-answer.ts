import type { ApiKeyPrincipal, KeyUsage } from '#functions/request/principal.ts';
import { type LoggedSearch, logSearch } from '#functions/runtime/log-search.ts';
import { ProductError } from '#shared/errors.ts';

/** Where an answer says how much was found. */
interface Found {
  results?: number;
}

type Answer<T> = (found: Found) => Promise<T>;

/**
 * Answers a search of a key's holder, and logs how it ended for the search history.
 * @param startedAt when the call came, by `performance.now()`
 */
export const logKeySearch = <T>(
  { orgId, indexId, keyId, claimedUserId, usage }: ApiKeyPrincipal,
  text: string,
  startedAt: number,
  answer: Answer<T>,
): Promise<T> => {
  const who = { kind: 'search', orgId, keyId, claimedUserId, indexId } as const;
  return logAnswer(who, usage, text, startedAt, answer);
};

/** The same for a visitor, of whom nothing is known. */
export const logVisitorSearch = <T>(
  indexId: string,
  text: string,
  startedAt: number,
  answer: Answer<T>,
): Promise<T> =>
  logAnswer(
    { kind: 'visitor', indexId },
    Promise.resolve({ confidential: false }),
    text,
    startedAt,
    answer,
  );

async function logAnswer<T>(
  who: Pick<LoggedSearch, 'kind' | 'orgId' | 'keyId' | 'claimedUserId' | 'indexId'>,
  usage: Promise<Pick<KeyUsage, 'confidential'>>,
  text: string,
  startedAt: number,
  answer: Answer<T>,
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
    logSearch({ ...who, ...found, text, confidential, elapsedMs, failure });
  }
}
