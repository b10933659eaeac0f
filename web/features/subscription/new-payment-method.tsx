import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BillingState } from '#shared/contract/billing.ts';
import { limits } from '#shared/limits.ts';
import { addPaymentMethod, beginPaymentMethod } from '#web/api/billing.ts';
import { configQuery } from '#web/lib/config.ts';
import { ContentSkeleton } from '#web/ui/content-skeleton.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { loadPaymentProvider, type PaymentForm, type PaymentType } from './payment-form.ts';

const choices: Record<PaymentType, string> = {
  card: 'Credit Card',
  us_bank_account: 'ACH Direct Debit',
};

interface NewPaymentMethodProps {
  orgId: string;
  billing: BillingState;
}

/** Chooses between card and bank account, and adds it. */
export function NewPaymentMethod({ orgId, billing }: NewPaymentMethodProps) {
  const [type, setType] = useState<PaymentType>('card');
  // A new form after each success, without the old values.
  const [saved, setSaved] = useState(0);
  return (
    <Stack>
      <SegmentedControl
        aria-label="Means of payment"
        data={Object.entries(choices).map(([value, label]) => ({ value, label }))}
        value={type}
        onChange={(value) => setType(value as PaymentType)}
      />
      <NewMethod
        key={`${type} ${saved}`}
        orgId={orgId}
        billing={billing}
        type={type}
        onSaved={() => setSaved(saved + 1)}
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

function NewMethod({ orgId, billing, type, onSaved }: NewMethodProps) {
  const config = useQuery(configQuery);
  const key = config.data?.stripePublishableKey;
  const provider = useQuery({
    queryKey: ['payment-provider', key],
    queryFn: () => loadPaymentProvider(key),
    enabled: config.isSuccess,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const form = useRef<PaymentForm>(null);
  const [complete, setComplete] = useState(false);
  const save = useMutation(addPaymentMethod(orgId, billing, choices[type]));
  const setUp = async () => {
    const { client_secret } = await beginPaymentMethod(type);
    return form.current!.confirm(client_secret);
  };
  const error = config.error ?? provider.error;
  if (error) {
    return (
      <ErrorPanel
        title="The payment form could not be loaded"
        error={error}
        onRetry={() => void (config.isError ? config.refetch() : provider.refetch())}
      />
    );
  }
  if (!provider.data) return <ContentSkeleton shape="form" lines={3} />;
  const { Form } = provider.data;
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
