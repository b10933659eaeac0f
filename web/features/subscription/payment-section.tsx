import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { BillingState } from '#shared/contract/billing.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { NewPaymentMethod } from './new-payment-method.tsx';
import { VerifyBankForm } from './verify-bank-form.tsx';

interface PaymentSectionProps {
  orgId: string;
  billing: BillingState;
}

/** The means of payment, and the dialog that replaces it. */
export function PaymentSection({ orgId, billing }: PaymentSectionProps) {
  const { payment_method: method, bank_verification: unverified } = billing;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Stack maw={480}>
      {method && (
        <Text>
          {method.label} ending in {method.last4}
          {method.exp_month !== undefined && `, expires ${method.exp_month}/${method.exp_year}`}
        </Text>
      )}
      {unverified && (
        <Text>Bank account ending in {unverified.last4}: not charged until it is verified</Text>
      )}
      {!method && !unverified && <Text>No card or bank account yet.</Text>}
      {unverified && <VerifyBankForm orgId={orgId} billing={billing} verification={unverified} />}
      <Group>
        <Button variant={method ? 'default' : 'filled'} onClick={() => setOpen(true)}>
          {method || unverified ? 'Change payment method' : 'Add payment method'}
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={close} title="Update Payment Information">
        <NewPaymentMethod orgId={orgId} billing={billing} onSaved={close} />
      </Modal>
    </Stack>
  );
}
