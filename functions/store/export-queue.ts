import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { callLimits } from '#functions/runtime/call-limits.ts';
import { queueUrl } from '#functions/runtime/config.ts';

const sqs = new SQSClient(callLimits());

/** Somebody who has asked for a copy of their data. */
export const exportMessage = z.object({
  export_id: z.string(),
  auth_user_id: z.string(),
});

export async function enqueueExport(message: z.output<typeof exportMessage>): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl('sqs:SendMessage Exports'),
      MessageBody: JSON.stringify(message),
    }),
  );
}
