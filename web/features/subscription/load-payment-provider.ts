import type { PaymentProvider } from './payment-form.ts';

/** Stripe in deployed installations; on one machine, forms for the local Stripe. */
export async function loadPaymentProvider(publishableKey?: string): Promise<PaymentProvider> {
  // The local forms take card numbers themselves, so only the build for one machine may contain them.
  if (import.meta.env.MODE === 'one-machine' && !publishableKey) {
    return (await import('./local-payment-form.tsx')).localProvider;
  }
  const { stripeProvider } = await import('./stripe-payment-form.tsx');
  return stripeProvider(publishableKey);
}
