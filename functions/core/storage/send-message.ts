import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { callLimits } from '#core/runtime/call-limits.ts';
import { queueUrl } from '#core/runtime/config.ts';
import { requestIdOfWork } from '#core/runtime/request-id.ts';
import type { QueuePermission } from '#shared/permissions.ts';

const sqs = new SQSClient(callLimits());

/** Queues a message as JSON, with the id of the request that led to it: `readMessage` takes it up. */
export async function sendMessage(
  permission: QueuePermission,
  message: object,
  delaySeconds?: number,
): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl(permission),
      MessageBody: JSON.stringify({ ...message, requestId: requestIdOfWork() }),
      DelaySeconds: delaySeconds,
    }),
  );
}
