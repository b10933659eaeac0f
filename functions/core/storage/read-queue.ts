import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { callLimits } from '#core/runtime/call-limits.ts';

/** What a schedule sends to a function that looks into a queue itself. */
export interface QueueToRead {
  queueUrl: string;
}

/**
 * A call begins to work on another message within this. A function has nearly all of its time for each, and what comes later is for
 * the next call of the schedule.
 */
const beginsMs = 10_000;

const sqs = new SQSClient(callLimits());

/**
 * Works on the messages of a queue one after the other, as Lambda's poller would hand them over: one that fails comes back when it
 * is visible again, and is among the dead letters in the end.
 */
export async function readQueue(
  { queueUrl: QueueUrl }: QueueToRead,
  handle: (event: SQSEvent) => Promise<SQSBatchResponse>,
): Promise<void> {
  const until = Date.now() + beginsMs;
  do {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 1 }),
    );
    const [message] = Messages;
    if (!message) return;
    const { MessageId: messageId, Body: body, ReceiptHandle } = message;
    const { batchItemFailures } = await handle({ Records: [{ messageId, body } as SQSRecord] });
    if (batchItemFailures.length > 0) continue;
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  } while (Date.now() < until);
}
