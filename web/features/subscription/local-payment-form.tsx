import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useImperativeHandle, useState } from 'react';
import { ProductError } from '#shared/errors.ts';
import type { PaymentFormProps, PaymentProvider } from './payment-form.ts';

/** Form for the local Stripe. It accepts only Stripe's published test numbers. */
export const localProvider: PaymentProvider = { Form: LocalForm, authenticate };

interface Intent {
  status: string;
  payment_method: string | null;
  next_action: { type: string } | null;
}

async function post<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(`/_local/stripe/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const result = await answer.json();
  if (!answer.ok) throw new ProductError('PaymentDeclined', result.error?.message);
  return result;
}

/** Stands in for the customer's bank, which asks to confirm the payment. */
async function authenticate(clientSecret: string): Promise<void> {
  // The real bank asks in a window of its own, which our styles do not apply to either.
  const agreed = window.confirm(
    'Your bank (local stand-in): is it really you who pays? OK authenticates, Cancel fails.',
  );
  const outcome = agreed ? 'succeed' : 'fail';
  await post('authenticate', { client_secret: clientSecret, outcome });
}

const empty = {
  number: '',
  expiry: '',
  cvc: '',
  name: '',
  account: '',
  routing: '',
  holder: 'individual',
};

function paymentMethodOf(type: PaymentFormProps['type'], values: typeof empty): object {
  if (type === 'card') {
    const [month = '', year = ''] = values.expiry.split('/');
    return {
      type,
      card: {
        number: values.number,
        exp_month: Number(month),
        exp_year: 2000 + (Number(year) % 100),
        cvc: values.cvc,
      },
    };
  }
  return {
    type,
    us_bank_account: {
      account_number: values.account,
      routing_number: values.routing,
      account_holder_type: values.holder,
    },
    billing_details: { name: values.name },
  };
}

function LocalForm({ ref, type, onComplete }: PaymentFormProps) {
  const [values, setValues] = useState(empty);
  const isCard = type === 'card';
  const fields = isCard ? cardFields : bankFields;
  useImperativeHandle(ref, () => ({
    async confirm(clientSecret) {
      const { id } = await post<{ id: string }>('payment_methods', paymentMethodOf(type, values));
      const intent = await post<Intent>('confirm', {
        client_secret: clientSecret,
        payment_method: id,
      });
      if (intent.next_action && intent.next_action.type !== 'verify_with_microdeposits') {
        await authenticate(clientSecret);
      }
      return intent.payment_method ?? id;
    },
  }));
  const set = (name: keyof typeof empty, value: string) => {
    const changed = { ...values, [name]: value };
    setValues(changed);
    onComplete(fields.every((field) => changed[field.name].trim() !== ''));
  };
  return (
    <Stack>
      <Text size="sm">
        On one machine only test numbers work: card 4242 4242 4242 4242, or routing number 110000000
        with account 000123456789.
      </Text>
      {fields.map(({ name, label, autoComplete, placeholder }) => (
        <TextInput
          key={name}
          label={label}
          autoComplete={autoComplete}
          placeholder={placeholder}
          inputMode={name === 'name' ? 'text' : 'numeric'}
          value={values[name]}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      ))}
      {!isCard && (
        <>
          <Group grow>
            <TextInput label="Country" value="US" readOnly />
            <TextInput label="Currency" value="usd" readOnly />
          </Group>
          <NativeSelect
            label="Account type"
            value={values.holder}
            data={[
              { value: 'company', label: 'Company' },
              { value: 'individual', label: 'Individual' },
            ]}
            onChange={(event) => set('holder', event.currentTarget.value)}
          />
        </>
      )}
    </Stack>
  );
}

const cardFields = [
  {
    name: 'number',
    label: 'Card number',
    autoComplete: 'cc-number',
    placeholder: '4242 4242 4242 4242',
  },
  { name: 'expiry', label: 'Expiration date', autoComplete: 'cc-exp', placeholder: 'MM/YY' },
  { name: 'cvc', label: 'CVC/CVV', autoComplete: 'cc-csc', placeholder: '123' },
] as const;

const bankFields = [
  { name: 'name', label: 'Account name', autoComplete: 'name', placeholder: 'Jenny Rosen' },
  { name: 'account', label: 'Account number', autoComplete: 'off', placeholder: '000123456789' },
  { name: 'routing', label: 'Routing number', autoComplete: 'off', placeholder: '110000000' },
] as const;
