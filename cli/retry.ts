import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.ts';

/** A failure that may pass: the line broke, or the server is busy. */
export class Passing extends Error {
  /** When the server wants to be asked again, if it says so. */
  readonly afterMs: number | undefined;
  constructor(message: string, retryAfter?: string | null) {
    super(message);
    this.name = 'Passing';
    this.afterMs = parseRetryAfter(retryAfter);
  }
}

/** Milliseconds from `Retry-After`: seconds, or a date. */
function parseRetryAfter(value: string | null | undefined): number | undefined {
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestWaitMs) : undefined;
}

/** What a server wants is done, within reason. */
const longestWaitMs = 300_000;
const firstPauseMs = 500;
const longestPauseMs = 60_000;

/** Pause before a retry (the first is 0): doubling, and somewhere in the upper half, so that many tools do not ask at once. */
export function pauseMs(retry: number, afterMs: number | undefined, random = Math.random): number {
  const full = Math.min(firstPauseMs * 2 ** retry, longestPauseMs);
  return Math.max(afterMs ?? 0, full * (0.5 + random() / 2));
}

export interface RetryOptions {
  retries: number;
  signal: AbortSignal;
  /** Told before each pause. */
  onPause?: (why: Passing, waitMs: number) => void;
}

export type Retrying = <T>(attempt: () => Promise<T>) => Promise<T>;

/** Gives a function that repeats what fails with `Passing`. Throws `Failure` when it does not pass. */
export function retrying({ retries, signal, onPause }: RetryOptions): Retrying {
  return async (attempt) => {
    for (let retry = 0; ; retry++) {
      signal.throwIfAborted();
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof Passing) || signal.aborted) throw error;
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

/** Whether a status says that the same request may succeed later. */
export const mayPass = (status: number) => status === 408 || status === 429 || status >= 500;
