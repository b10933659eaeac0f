import { SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { logger } from '#core/runtime/log.ts';
import { queueHandler } from '#core/runtime/queue-handler.ts';
import { openTestSqs } from '#local/aws/sqs/test-sqs.ts';

let sqs: Awaited<ReturnType<typeof openTestSqs>>;
beforeEach(async () => {
  sqs = await openTestSqs();
  const send = sqs.client.send.bind(sqs.client);
  vi.spyOn(SQSClient.prototype, 'send').mockImplementation(send);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await sqs.close();
});

test('a call of the schedule works until the queue is empty; what fails comes back, and ends among the dead letters', async () => {
  vi.spyOn(logger, 'error').mockReturnValue();
  const seen: number[] = [];
  const handler = queueHandler(z.object({ id: z.number() }), async ({ id }) => {
    seen.push(id);
    if (id === 2) throw new Error('not this one');
  });
  const look = () => handler({ queueUrl: sqs.QueueUrl });
  for (const id of [1, 2, 3]) await sqs.send(JSON.stringify({ id }));
  await look();
  expect(seen).toEqual([1, 2, 3]);
  // It is hidden for a while, and received three times at most.
  for (const times of [1, 2, 3, 3]) {
    expect(seen.filter((id) => id === 2)).toHaveLength(times);
    sqs.clock.advance(30_000);
    await look();
  }
  expect(seen).toEqual([1, 2, 3, 2, 2]);
  expect(sqs.service.depths()).toMatchObject([
    { name: 'dead', visible: 1 },
    { name: 'mail', visible: 0 },
  ]);
});

test('what takes long leaves the other messages to the next call', async () => {
  const seen: number[] = [];
  const handler = queueHandler(z.object({ id: z.number() }), async ({ id }) => {
    seen.push(id);
    vi.setSystemTime(Date.now() + 10_001);
  });
  for (const id of [1, 2]) await sqs.send(JSON.stringify({ id }));
  vi.useFakeTimers({ toFake: ['Date'] });
  await handler({ queueUrl: sqs.QueueUrl });
  expect(seen).toEqual([1]);
  await handler({ queueUrl: sqs.QueueUrl });
  expect(seen).toEqual([1, 2]);
  vi.useRealTimers();
});
