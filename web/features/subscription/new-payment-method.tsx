import { Button, Group, Stack } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BillingState } from '#shared/contract/billing.ts';
import { limits } from '#shared/limits.ts';
import { addPaymentMethod, beginPaymentMethod } from '#web/api/billing.ts';
import { configQuery } from '#web/lib/config.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { loadPaymentProvider } from './load-payment-provider.ts';
import type { PaymentForm, PaymentProvider, PaymentType } from './payment-form.ts';

const choices: Record<PaymentType, string> = {
  card: 'Credit Card',
  us_bank_account: 'ACH Direct Debit',
};

interface NewPaymentMethodProps {
  orgId: string;
  billing: BillingState;
  /** Called a moment after it was added. */
  onSaved?: () => void;
}

/** Chooses between card and bank account, and adds it. */
export function NewPaymentMethod({ orgId, billing, onSaved }: NewPaymentMethodProps) {
  const [type, setType] = useState<PaymentType>('card');
  // A new form after each success, without the old values.
  const [saved, setSaved] = useState(0);
  return (
    <Stack>
      <Segments
        label="Means of payment"
        values={['card', 'us_bank_account']}
        names={choices}
        value={type}
        onChange={setType}
      />
      <NewMethod
        key={`${type} ${saved}`}
        orgId={orgId}
        billing={billing}
        type={type}
        onSaved={() => {
          setSaved(saved + 1);
          onSaved?.();
        }}
      />
    </Stack>
  );
}

interface NewMethodProps {
  orgId: string;
  billing: BillingState;
  type: PaymentType;
  onSaved: () => void;
}

const providerQuery = queryOptions({
  queryKey: ['payment-provider'],
  queryFn: async ({ client }) => {
    const { stripePublishableKey } = await client.ensureQueryData(configQuery);
    return loadPaymentProvider(stripePublishableKey);
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

function NewMethod(props: NewMethodProps) {
  return (
    <Loaded
      query={useQuery(providerQuery)}
      failure="The payment form could not be loaded"
      skeleton={{ shape: 'form', lines: 3 }}
    >
      {({ Form }) => <MethodForm {...props} Form={Form} />}
    </Loaded>
  );
}

interface MethodFormProps extends NewMethodProps {
  Form: PaymentProvider['Form'];
}

function MethodForm({ orgId, billing, type, onSaved, Form }: MethodFormProps) {
  const form = useRef<PaymentForm>(null);
  const [complete, setComplete] = useState(false);
  const save = useMutation(addPaymentMethod(orgId, billing, choices[type]));
  const setUp = async () => {
    const { client_secret } = await beginPaymentMethod(type);
    return form.current!.confirm(client_secret);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // Shows the success for a moment, then an empty form.
        save.mutate(setUp, {
          onSuccess: () => void setTimeout(onSaved, limits.messageClearMs),
        });
      }}
      noValidate
    >
      <Stack>
        <Form ref={form} type={type} onComplete={setComplete} />
        <FormError error={save.error} />
        {save.isSuccess && <Notice kind="success">Successfully updated!</Notice>}
        <Group>
          <Button type="submit" disabled={!complete || save.isSuccess} loading={save.isPending}>
            {type === 'card' ? 'Update Credit Card' : 'Add Bank Account'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
