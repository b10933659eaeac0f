import { type SendMessageCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { logger } from '#core/runtime/log.ts';
import { readMessage } from '#core/runtime/read-message.ts';
import { workFor } from '#core/runtime/request-id.ts';
import { sendMessage } from './send-message.ts';

test('whoever reads a message logs the id of the request that led to it', async () => {
  vi.stubEnv('QUEUE_MAIL', 'https://queues.example/mail');
  let body = '';
  vi.spyOn(SQSClient.prototype, 'send').mockImplementation(async ({ input }) => {
    body = (input as SendMessageCommandInput).MessageBody!;
  });
  workFor('request-1');
  await sendMessage('sqs:SendMessage Mail', { text: 'hello' });
  workFor('request-2');
  expect(readMessage(z.object({ text: z.string() }), { body })).toEqual({ text: 'hello' });
  expect(logger.getPersistentLogAttributes().requestId).toBe('request-1');
});
