import { logger } from './log.ts';

/**
 * The API request that this function works for. Every line that is logged from now on names it, and so does what the
 * function starts: messages, builds, mails. An instance works for one request at a time.
 * @param requestId as the caller was told it; absent if no request led to this work
 */
export function workFor(requestId: string | undefined): void {
  if (requestId === undefined) logger.removePersistentKeys(['requestId']);
  else logger.appendPersistentKeys({ requestId });
}

/** Id of that request. */
export const requestIdOfWork = (): string | undefined =>
  logger.getPersistentLogAttributes().requestId as string | undefined;
