import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { queueUrl } from '#functions/runtime/config.ts';

/**
 * A customer of the payment provider whose organisation is no more, by id or by what was asked for; or the address of a
 * person who is no more in an organisation that goes on.
 */
export const customerMessage = z.union([
  z.object({ stripe_customer_id: z.string() }),
  z.object({ org_id: z.string(), email: z.string() }),
  z.object({ org_id: z.string(), former_email: z.string() }),
]);

type CustomerMessage = z.output<typeof customerMessage>;

const sqs = new SQSClient({});

/** Has this erased at the payment provider, however long that does not answer. */
export async function enqueueCustomerErasure(message: CustomerMessage): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl('sqs:SendMessage Customers'),
      MessageBody: JSON.stringify(message),
    }),
  );
}
