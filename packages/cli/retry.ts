import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.ts';

/** A failure that may be temporary: the connection broke, or the server is busy. */
export class TransientError extends Error {
  /** The delay that the server asks for, if any. */
  readonly afterMs: number | undefined;
  constructor(message: string, retryAfter?: string | null) {
    super(message);
    this.name = 'TransientError';
    this.afterMs = parseRetryAfter(retryAfter);
  }
}

/** Parses `Retry-After` (seconds or a date) to milliseconds. */
function parseRetryAfter(value: string | null | undefined): number | undefined {
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), maxRetryAfterMs) : undefined;
}

/** Upper bound for the delay that a server asks for. */
const maxRetryAfterMs = 300_000;
const firstPauseMs = 500;
const longestPauseMs = 60_000;

/** Delay before a retry (the first is 0): exponential backoff with jitter, so that many tools do not retry at once. */
export function pauseMs(retry: number, afterMs: number | undefined, random = Math.random): number {
  const full = Math.min(firstPauseMs * 2 ** retry, longestPauseMs);
  return Math.max(afterMs ?? 0, full * (0.5 + random() / 2));
}

export interface RetryOptions {
  retries: number;
  signal: AbortSignal;
  /** Called before each delay. */
  onPause?: (reason: TransientError, waitMs: number) => void;
}

export type Retrying = <T>(attempt: () => Promise<T>) => Promise<T>;

/** Returns a function that retries attempts that fail with `TransientError`. It throws `Failure` after the last retry. */
export function retrying({ retries, signal, onPause }: RetryOptions): Retrying {
  return async (attempt) => {
    for (let retry = 0; ; retry++) {
      signal.throwIfAborted();
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof TransientError) || signal.aborted) throw error;
        if (retry >= retries) {
          throw new Failure(
            'network',
            `${error.message} (tried ${retries + 1} times). What was sent is kept: run the same command again to resume.`,
          );
        }
        const waitMs = pauseMs(retry, error.afterMs);
        onPause?.(error, waitMs);
        await sleep(waitMs, undefined, { signal });
      }
    }
  };
}

/** Whether the same request may succeed later. */
export const isTransientStatus = (status: number) =>
  status === 408 || status === 429 || status >= 500;
