import { logger } from '#core/runtime/log.ts';
import { bucketOf } from '#core/storage/attempts.ts';
import { fetchTokenKeys } from '#functions/people/index.ts';

/** Prepares an instance of an endpoint for its first call: opens the connection to the tables and reads who may sign tokens. */
export const getReady = (): Promise<void> =>
  prepare([bucketOf('chat_tool', 'nobody', new Date()).bucket.read(), fetchTokenKeys()]);

/** Waits for preparations. One that fails is only logged: the first call makes up for it. */
export async function prepare(parts: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(parts)).filter((one) => one.status === 'rejected');
  if (failed.length === 0) logger.info('ready');
  for (const { reason } of failed) logger.warn('not ready', { error: reason as Error });
}
