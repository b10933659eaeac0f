import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { queueUrl } from '#functions/runtime/config.ts';

const sqs = new SQSClient({});

/** Somebody whose account is erased. The message does nothing while their record is there. */
export const erasureMessage = z.object({
  auth_user_id: z.string(),
  item_id: z.string(),
  email: z.string(),
  org_id: z.string().optional(),
  /** Accounts of pending invitations that ended with the organisation. */
  invited: z.array(z.string()),
  /** How often the traces of an organisation are still removed: uploads that were permitted may arrive for an hour. */
  passes: z.number().int(),
});

export type Erasure = z.output<typeof erasureMessage>;

/** Queues an erasure. Sending it again does no harm: what is gone stays gone. */
export async function enqueueErasure(erasure: Erasure, delaySeconds: number): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl('sqs:SendMessage Erasures'),
      MessageBody: JSON.stringify(erasure),
      DelaySeconds: delaySeconds,
    }),
  );
}
