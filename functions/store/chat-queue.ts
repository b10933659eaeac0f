import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { queueUrl } from '#functions/runtime/config.ts';

const sqs = new SQSClient({});

/** A run to look at: is there something to do? */
export const chatRunMessage = z.object({
  thread_id: z.string(),
  run_id: z.string(),
  /** Set in the one message that comes back until the run has ended, so that no failure leaves it hanging. */
  watch: z.boolean(),
});
export type ChatRunMessage = z.output<typeof chatRunMessage>;

export async function enqueueChatRun(message: ChatRunMessage, delaySeconds = 0): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl('sqs:SendMessage ChatRuns'),
      MessageBody: JSON.stringify(message),
      DelaySeconds: delaySeconds,
    }),
  );
}
