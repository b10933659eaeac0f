import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { queueUrl } from '#functions/runtime/config.ts';

/** A customer of the payment provider whose organisation is no more. */
export const customerMessage = z.object({ stripe_customer_id: z.string() });

const sqs = new SQSClient({});

/** Has a customer deleted at the payment provider, however long that does not answer. */
export async function enqueueCustomerDeletion(customerId: string): Promise<void> {
  const message: z.output<typeof customerMessage> = { stripe_customer_id: customerId };
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl('sqs:SendMessage Customers'),
      MessageBody: JSON.stringify(message),
    }),
  );
}
