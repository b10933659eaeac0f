import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { principalResolver } from '#core/request/caller-resolver.ts';
import { metrics } from '#core/runtime/log.ts';
import { ProductError } from '#shared/errors.ts';
import { verifyEvent } from './stripe-events.ts';

/** The payment provider, proved by a signature of the raw body with the secret of this installation. */
export const stripeSignature = principalResolver('stripe-signature', async (event) => {
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  try {
    return await verifyEvent(body, event.headers['stripe-signature'] ?? '');
  } catch (error) {
    if (error instanceof ProductError && error.code === 'SignatureInvalid') {
      // Read by the alarm `payment-events-failed`, which waits for several: anybody may send one.
      metrics.addMetric('faults', MetricUnit.Count, 1);
    }
    throw error;
  }
});
