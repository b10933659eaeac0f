import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe, type Stripe, type StripeError } from '@stripe/stripe-js';
import { useImperativeHandle } from 'react';
import { ProductError } from '#shared/errors.ts';
import type { PaymentFormProps, PaymentProvider } from './payment-form.ts';

/** Stripe's message if it is meant for people; otherwise a general one. */
const toError = ({ type, message }: StripeError) =>
  type === 'card_error' || type === 'validation_error'
    ? new ProductError('PaymentDeclined', message)
    : new ProductError('BillingUnavailable');

/** Stripe's own form. Its values are sent to Stripe only. */
export async function stripeProvider(publishableKey?: string): Promise<PaymentProvider> {
  const stripe = publishableKey ? await loadStripe(publishableKey) : null;
  if (!stripe) throw new ProductError('BillingUnavailable');
  return {
    Form: (props) => <StripeForm {...props} stripe={stripe} />,
    async authenticate(clientSecret) {
      const { error } = await stripe.handleNextAction({ clientSecret });
      if (error) throw toError(error);
    },
  };
}

function StripeForm({ stripe, ...props }: PaymentFormProps & { stripe: Stripe }) {
  return (
    <Elements
      key={props.type}
      stripe={stripe}
      options={{ mode: 'setup', currency: 'usd', allowedPaymentMethodTypes: [props.type] }}
    >
      <Fields {...props} />
    </Elements>
  );
}

function Fields({ ref, onComplete }: PaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  useImperativeHandle(ref, () => ({
    async confirm(clientSecret) {
      if (!stripe || !elements) throw new ProductError('BillingUnavailable');
      const submitted = await elements.submit();
      if (submitted.error) throw toError(submitted.error);
      const { error, setupIntent } = await stripe.confirmSetup({
        elements,
        clientSecret,
        redirect: 'if_required',
        confirmParams: { return_url: `${location.origin}/subscription` },
      });
      if (error) throw toError(error);
      const method = setupIntent.payment_method;
      const id = typeof method === 'string' ? method : method?.id;
      if (!id) throw new ProductError('BillingUnavailable');
      return id;
    },
  }));
  return <PaymentElement onChange={({ complete }) => onComplete(complete)} />;
}
