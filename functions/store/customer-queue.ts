import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { callLimits } from '#functions/runtime/call-limits.ts';
import { queueUrl } from '#functions/runtime/config.ts';

/**
 * A customer of the payment provider whose organisation has ended, by id or by the request that created it;
 * or the address of an erased person in an organisation that continues.
 */
export const customerMessage = z.union([
  z.object({ stripe_customer_id: z.string() }),
  z.object({ org_id: z.string(), email: z.string() }),
  z.object({ org_id: z.string(), former_email: z.string() }),
]);

type CustomerMessage = z.output<typeof customerMessage>;

const sqs = new SQSClient(callLimits());

/** Queues the erasure at the payment provider. It is repeated until the provider answers. */
export async function enqueueCustomerErasure(message: CustomerMessage): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl('sqs:SendMessage Customers'),
      MessageBody: JSON.stringify(message),
    }),
  );
}
