import type { SQSEvent } from 'aws-lambda';
import { customerMessage } from '#functions/store/customer-queue.ts';
import { deleteCustomer, findCustomers } from '#functions/store/stripe-customers.ts';

/** Deletes customers of erased organisations at the payment provider. Every step may be repeated. */
export async function handler(event: SQSEvent): Promise<void> {
  for (const { body } of event.Records) {
    const message = customerMessage.parse(JSON.parse(body));
    const customers =
      'stripe_customer_id' in message
        ? [message.stripe_customer_id]
        : await findCustomers(message.org_id, message.email);
    for (const id of customers) await deleteCustomer(id);
  }
}
