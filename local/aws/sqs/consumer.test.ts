import { join } from 'node:path';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockFile } from '../test-lock.ts';
import type { BatchHandler } from './consumer.ts';
import { arn, openTestSqs } from './test-sqs.ts';

let sqs: Awaited<ReturnType<typeof openTestSqs>>;
let QueueUrl: string;
beforeEach(async () => {
  sqs = await openTestSqs();
  QueueUrl = sqs.QueueUrl;
});
afterEach(() => sqs.close());

describe('consumers', () => {
  test('delete what is handled and get the rest again', async () => {
    const seen: string[] = [];
    const consumer = sqs.service.consume(arn('mail'), { batchSize: 10 }, async (records) => {
      seen.push(...records.map((one) => `${one.body}#${one.attributes.ApproximateReceiveCount}`));
      return records.filter((one) => one.body === 'bad').map((one) => one.messageId);
    });
    const Entries = ['good', 'bad'].map((body, i) => ({ Id: `${i}`, MessageBody: body }));
    await sqs.client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    await vi.waitFor(() => expect(seen).toEqual(['good#1', 'bad#1']));
    for (const count of [2, 3]) {
      sqs.clock.advancedMs += 30_000;
      await vi.waitFor(() => expect(seen.at(-1)).toBe(`bad#${count}`), 3000);
    }
    sqs.clock.advancedMs += 30_000;
    const dead = { QueueUrl: sqs.deadLetterUrl };
    await vi.waitFor(
      async () => expect(await sqs.receive(dead)).toMatchObject([{ Body: 'bad' }]),
      3000,
    );
    expect(seen).toHaveLength(4);
    await consumer.stop();
    await sqs.send('after');
    expect(await sqs.receive()).toHaveLength(1);
  });

  test('a handler that throws fails its whole batch', async () => {
    const handler = vi.fn<BatchHandler>().mockRejectedValue(new Error('boom'));
    sqs.service.consume(arn('mail'), { batchSize: 5 }, handler);
    await sqs.send('x');
    await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(1));
    sqs.clock.advancedMs += 30_000;
    await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(2), 3000);
  });

  test('go on when the file can be read and written again', async () => {
    const { promise: done, resolve: finish } = Promise.withResolvers<readonly []>();
    const handler = vi.fn<BatchHandler>().mockReturnValueOnce(done).mockResolvedValue([]);
    sqs.service.consume(arn('mail'), { batchSize: 1 }, handler);
    await sqs.send('first');
    await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(1));
    const lock = lockFile(join(sqs.dataDir, 'sqs.sqlite'));
    finish([]);
    await vi.waitFor(() => expect(sqs.faults.length).toBeGreaterThanOrEqual(2), 3000);
    lock.release();
    await sqs.send('second');
    await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(2), 3000);
  });

  test('run no more batches at a time than told, and fill them within the window', async () => {
    let running = 0;
    let most = 0;
    const sizes: number[] = [];
    sqs.service.consume(
      arn('mail'),
      { batchSize: 4, batchWindowMs: 100, maxConcurrency: 2 },
      async (records) => {
        most = Math.max(most, ++running);
        sizes.push(records.length);
        await new Promise((resolve) => setTimeout(resolve, 50));
        running--;
        return [];
      },
    );
    for (let i = 0; i < 20; i++) await sqs.send(`${i}`);
    await vi.waitFor(() => expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20), 3000);
    expect(most).toBeLessThanOrEqual(2);
    expect(sizes.length).toBeLessThanOrEqual(8);
  });

  test('a queue that nobody declares cannot be consumed', () => {
    expect(() => sqs.service.consume(arn('none'), { batchSize: 1 }, async () => [])).toThrow(
      'does not exist',
    );
  });
});
