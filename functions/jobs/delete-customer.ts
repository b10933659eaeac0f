import type { SQSEvent } from 'aws-lambda';
import { customerMessage } from '#functions/store/customer-queue.ts';
import { deleteCustomer } from '#functions/store/stripe-customers.ts';

/** Deletes customers of erased organisations at the payment provider. Every step may be repeated. */
export async function handler(event: SQSEvent): Promise<void> {
  for (const { body } of event.Records) {
    const { stripe_customer_id } = customerMessage.parse(JSON.parse(body));
    await deleteCustomer(stripe_customer_id);
  }
}
