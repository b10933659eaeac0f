import type { Input } from './input.ts';
import { md5, md5OfAttributes } from './message-digest.ts';
import type { MessageStore, ReceivedMessage } from './message-store.ts';
import type { Queue } from './queue.ts';

/** A received message with the attributes that the receiver asked for. */
export function shown(message: ReceivedMessage, input: Input): object {
  const system = systemAttributes(message);
  const asked = [input.AttributeNames, input.MessageSystemAttributeNames].flat() as string[];
  const wanted = (input.MessageAttributeNames ?? []) as string[];
  const isWanted = (name: string) =>
    wanted.some(
      (one) =>
        one === 'All' ||
        one === '.*' ||
        one === name ||
        (one.endsWith('.*') && name.startsWith(one.slice(0, -1))),
    );
  const pick = <T>(record: Record<string, T>, keep: (name: string) => boolean) => {
    const kept = Object.entries(record).filter(([name]) => keep(name));
    return kept.length > 0 ? Object.fromEntries(kept) : undefined;
  };
  const attributes = pick(message.attributes, isWanted);
  return {
    MessageId: message.id,
    ReceiptHandle: message.receiptHandle,
    Body: message.body,
    MD5OfBody: md5(message.body),
    Attributes: pick(system, (name) => asked.includes('All') || asked.includes(name)),
    MessageAttributes: attributes,
    MD5OfMessageAttributes: attributes && md5OfAttributes(attributes),
  };
}

/** What SQS itself knows of a message. */
export function systemAttributes(message: ReceivedMessage) {
  return {
    ApproximateReceiveCount: String(message.receiveCount),
    SentTimestamp: String(Math.floor(message.sentAt)),
    ApproximateFirstReceiveTimestamp: String(Math.floor(message.firstReceivedAt)),
    SenderId: 'local',
  };
}

/** What `GetQueueAttributes` can tell. */
export function attributesOf(queue: Queue, counts: ReturnType<MessageStore['count']>) {
  const { redrive } = queue;
  const seconds = (milliseconds: number) => String(milliseconds / 1000);
  return {
    QueueArn: queue.arn,
    ApproximateNumberOfMessages: String(counts.visible),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    ApproximateNumberOfMessagesDelayed: String(counts.delayed),
    DelaySeconds: seconds(queue.delayMs),
    VisibilityTimeout: seconds(queue.visibilityTimeoutMs),
    MessageRetentionPeriod: seconds(queue.retentionMs),
    ReceiveMessageWaitTimeSeconds: seconds(queue.waitMs),
    MaximumMessageSize: String(queue.maxMessageBytes),
    ...(redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: redrive.deadLetterQueueArn,
        maxReceiveCount: redrive.maxReceiveCount,
      }),
    }),
  };
}
