import Stripe from 'stripe';
import { readStripeSecret } from '#core/storage/secrets.ts';
import { ProductError } from '#shared/errors.ts';
import { stripe } from './stripe-client.ts';

/** What an event of the provider says that we use: its kind, and whose state to fetch. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Id of the object it is about. */
  objectId: string;
  customerId?: string;
}

/** Seconds by which the time of a signature may differ from ours. */
const toleranceSeconds = 300;

/** Checks the signature over the raw bytes. Throws `SignatureInvalid`. */
export async function verifyEvent(body: Buffer, signature: string): Promise<ProviderEvent> {
  const { webhookSecret } = await readStripeSecret();
  const client = await stripe();
  let event: Stripe.Event;
  try {
    event = client.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new ProductError('SignatureInvalid');
    }
    throw error;
  }
  const object = event.data.object as {
    id?: string;
    object?: string;
    customer?: unknown;
    charge?: unknown;
  };
  const customer = object.object === 'customer' ? object.id : await customerOf(client, object);
  return {
    id: event.id,
    type: event.type,
    objectId: object.id ?? '',
    ...(typeof customer === 'string' && { customerId: customer }),
  };
}

/** Whose an object is. A dispute names its charge only. */
async function customerOf(
  client: Stripe,
  { customer, charge }: { customer?: unknown; charge?: unknown },
): Promise<unknown> {
  if (customer !== undefined || typeof charge !== 'string') return customer;
  return (await client.charges.retrieve(charge)).customer;
}
