import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '#shared/client.ts';

const tries = 20;

/**
 * Does a step until it succeeds, as somebody does who clicks again. What a try had done before it failed may refuse
 * the next one: `known` then gives the result.
 * @param known by the code of the refusal
 */
export async function retryStep<T>(
  step: () => Promise<T>,
  known: Record<string, () => Promise<T>> = {},
): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await step();
    } catch (error) {
      const recover = error instanceof ApiError ? known[error.code] : undefined;
      if (recover) return retryStep(recover);
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 429;
      if (left === 0 || isRefused) throw error;
      await pause(100);
    }
  }
}
