import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { callLimits } from '#functions/runtime/call-limits.ts';
import { queueUrl } from '#functions/runtime/config.ts';
import type { MailMessage } from './mail-message.ts';

const sqs = new SQSClient(callLimits());

/** Hands a mail over for delivery. Sending the same dedupe key twice delivers one mail. */
export async function enqueueMail(message: MailMessage): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl('sqs:SendMessage Mail'),
      MessageBody: JSON.stringify(message),
    }),
  );
}
