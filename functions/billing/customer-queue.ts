import * as z from 'zod';
import { sendMessage } from '#core/storage/send-message.ts';

/**
 * A customer of the payment provider whose organization has ended, by id or by the request that created it;
 * or the address of an erased person in an organization that continues; or an organization with another name.
 */
export const customerMessage = z.union([
  z.object({ stripe_customer_id: z.string() }),
  z.object({ org_id: z.string(), email: z.string() }),
  z.object({ org_id: z.string(), former_email: z.string() }),
  z.object({ org_id: z.string(), former_name: z.string() }),
]);

type CustomerMessage = z.output<typeof customerMessage>;

/** Queues an erasure or a new name at the payment provider. It is repeated until the provider answers. */
export async function enqueueCustomerChange(message: CustomerMessage): Promise<void> {
  await sendMessage('sqs:SendMessage Customers', message);
}
