import Stripe from 'stripe';
import * as z from 'zod';
import { readStripeSecret } from '#core/storage/secrets.ts';
import { ProductError } from '#shared/errors.ts';
import { isMissing, stripe } from './stripe-client.ts';

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

/** What every event has. */
const eventShape = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      object: z.string().optional(),
      customer: z.unknown().optional(),
      charge: z.unknown().optional(),
    }),
  }),
});

/** Checks the signature over the raw bytes. Throws `SignatureInvalid`, and `InvalidRequest` for what is not an event. */
export async function verifyEvent(body: Buffer, signature: string): Promise<ProviderEvent> {
  const { webhookSecret } = await readStripeSecret();
  const client = await stripe();
  let signed: unknown;
  try {
    signed = client.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new ProductError('SignatureInvalid');
    }
    if (error instanceof SyntaxError) throw new ProductError('InvalidRequest');
    throw error;
  }
  const parsed = eventShape.safeParse(signed);
  if (!parsed.success) throw new ProductError('InvalidRequest');
  const event = parsed.data;
  const { object } = event.data;
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
  try {
    return (await client.charges.retrieve(charge)).customer;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
