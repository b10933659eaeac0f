import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { pauseMs, type RetryOptions, retrying, TransientError } from './retry.ts';

const never = new AbortController().signal;

/** Fails so many times, then succeeds. */
function flaky(failures: number, error: () => Error) {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= failures) throw error();
    return calls;
  };
}
/** Without delay: the first pause is half a second. */
const noPause = () => new TransientError('busy', '0');
const retryingSoon = (options: Partial<RetryOptions>) =>
  retrying({ retries: 1, signal: never, ...options });

describe('a transient error', () => {
  test('is retried, and each delay is reported', async () => {
    const reported: number[] = [];
    const retry = retryingSoon({ onPause: (_, waitMs) => reported.push(waitMs) });
    expect(await retry(flaky(1, noPause))).toBe(2);
    expect(reported).toHaveLength(1);
  });

  test('that persists ends with what to do', async () => {
    const failure = await retryingSoon({ retries: 0 })(flaky(1, noPause)).catch((e: Error) => e);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ exitCode: 5 });
    expect((failure as Error).message).toContain('busy');
    expect((failure as Error).message).toContain('run the same command again');
  });
});

test('other errors are not retried', async () => {
  const error = new Error('broken');
  await expect(retryingSoon({})(flaky(1, () => error))).rejects.toBe(error);
});

test('a stop ends the waiting', async () => {
  const stop = new AbortController();
  const retry = retrying({
    retries: 5,
    signal: stop.signal,
    onPause: () => stop.abort(),
  });
  await expect(retry(flaky(9, () => new TransientError('busy', '300')))).rejects.toThrow(/abort/i);
});

describe('pauses', () => {
  test('double, up to a minute, and are spread', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.double({ min: 0, max: 1, noNaN: true }), (retry, random) => {
        const pause = pauseMs(retry, undefined, () => random);
        const full = Math.min(500 * 2 ** retry, 60_000);
        expect(pause).toBeGreaterThanOrEqual(full / 2);
        expect(pause).toBeLessThanOrEqual(full);
      }),
    );
  });

  test.each([
    ['7', 7000],
    [new Date(Date.now() + 60_000).toUTCString(), 58_000],
    ['86400', 300_000],
  ])('last as long as Retry-After: %s asks, within reason', (retryAfter, leastMs) => {
    const { afterMs } = new TransientError('busy', retryAfter);
    const pause = pauseMs(0, afterMs);
    expect(pause).toBeGreaterThanOrEqual(leastMs);
    expect(pause).toBeLessThanOrEqual(leastMs + 2000);
  });

  test.each(['soon', '', null, '-5'])('ignore a Retry-After of %j', (retryAfter) => {
    expect(pauseMs(0, new TransientError('busy', retryAfter).afterMs)).toBeLessThanOrEqual(500);
  });
});
