import { type SendMessageCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { logger } from '#core/runtime/log.ts';
import { queueHandler } from '#core/runtime/queue-handler.ts';
import { workFor } from '#core/runtime/request-id.ts';
import { sendMessage } from './send-message.ts';

test('a consumer logs the id of the request that led to a message', async () => {
  vi.stubEnv('QUEUE_MAIL', 'https://queues.example/mail');
  let body = '';
  vi.spyOn(SQSClient.prototype, 'send').mockImplementation(async ({ input }) => {
    body = (input as SendMessageCommandInput).MessageBody!;
  });
  workFor('request-1');
  await sendMessage('sqs:SendMessage Mail', { text: 'hello' });
  workFor('request-2');
  const consumed: unknown[] = [];
  const consume = async (message: { text: string }) => {
    consumed.push(message, logger.getPersistentLogAttributes().requestId);
  };
  const record = { eventSource: 'aws:sqs', messageId: 'm1', body } as SQSRecord;
  const answer = await queueHandler(z.object({ text: z.string() }), consume)({ Records: [record] });
  expect(answer).toEqual({ batchItemFailures: [] });
  expect(consumed).toEqual([{ text: 'hello' }, 'request-1']);
});
