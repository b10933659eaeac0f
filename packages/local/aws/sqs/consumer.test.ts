import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockFile } from '#local/aws/test-lock.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { BatchHandler } from './consumer.ts';
import { arn, openTestSqs } from './test-sqs.ts';

let sqs: Awaited<ReturnType<typeof openTestSqs>>;
beforeEach(async () => {
  sqs = await openTestSqs();
});
afterEach(() => sqs.close());

describe('consumers', () => {
  test('delete handled messages, get the others again, and take none when suspended', async () => {
    await sqs.send('good');
    await sqs.send('poison');
    const seen = sqs.collect('mail');
    await eventually(() => expect(seen).toEqual(['good#1', 'poison#1']));
    for (const count of [2, 3]) {
      sqs.clock.advance(30_000);
      await eventually(() => expect(seen.at(-1)).toBe(`poison#${count}`));
    }
    sqs.clock.advance(30_000);
    await sqs.send('next');
    await eventually(() => expect(seen.at(-1)).toBe('next#1'));
    expect(seen).toHaveLength(5);
    await sqs.service.suspend();
    await sqs.send('after');
    const later = sqs.collect('mail');
    await eventually(() => expect(later).toEqual(['after#1']));
    expect(seen).toHaveLength(5);
  });

  test('a handler that throws fails its whole batch', async () => {
    const handler = vi.fn<BatchHandler>().mockRejectedValue(new Error('boom'));
    sqs.service.consume(arn('mail'), 5, handler);
    await sqs.send('x');
    await eventually(() => expect(handler).toHaveBeenCalledTimes(1));
    sqs.clock.advance(30_000);
    await eventually(() => expect(handler).toHaveBeenCalledTimes(2));
  });

  test('continue when the file can be read and written again', async () => {
    const { promise: done, resolve: finish } = Promise.withResolvers<readonly []>();
    const handler = vi.fn<BatchHandler>().mockReturnValueOnce(done).mockResolvedValue([]);
    sqs.service.consume(arn('mail'), 1, handler);
    await sqs.send('first');
    await eventually(() => expect(handler).toHaveBeenCalledTimes(1));
    const lock = lockFile(join(sqs.dataDir, 'sqs.sqlite'));
    finish([]);
    await eventually(() => expect(sqs.faults).toHaveLength(1));
    sqs.clock.advance(30_000);
    await eventually(() => expect(sqs.faults.length).toBeGreaterThanOrEqual(2));
    lock.release();
    await sqs.send('second');
    // The first message was not deleted, so it comes again.
    await eventually(() => expect(handler).toHaveBeenCalledTimes(3));
  });

  test('run two batches at a time, none larger than the batch size', async () => {
    let running = 0;
    let most = 0;
    const sizes: number[] = [];
    for (let i = 0; i < 20; i++) await sqs.send(`${i}`);
    sqs.service.consume(arn('mail'), 4, async (records) => {
      most = Math.max(most, ++running);
      sizes.push(records.length);
      await new Promise((resolve) => setTimeout(resolve, 50));
      running--;
      return [];
    });
    await eventually(() => expect(sizes).toEqual([4, 4, 4, 4, 4]));
    expect(most).toBe(2);
  });

  test('a queue that nobody declares cannot be consumed', () => {
    expect(() => sqs.service.consume(arn('none'), 1, async () => [])).toThrow('does not exist');
  });
});
