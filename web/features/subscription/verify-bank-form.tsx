import '@mantine/core/styles/NumberInput.layer.css';
import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { BillingState } from '#shared/contract/billing.ts';
import { verifyBankAccount } from '#web/api/billing.ts';
import { FormError } from '#web/ui/form/form-error.tsx';

interface VerifyBankFormProps {
  orgId: string;
  billing: BillingState;
  verification: NonNullable<BillingState['bank_verification']>;
}

const mostCents = 100;

/** Cents after the point: 5 is shown as $0.05, 32 as $0.32. A whole dollar has no such form. */
function frameOf(cents: number | string): { prefix: string; suffix: string } {
  if (Number(cents) >= 100) return { prefix: '', suffix: ' cents' };
  return { prefix: cents !== '' && Number(cents) < 10 ? '$0.0' : '$0.', suffix: '' };
}

/** Verifies a bank account by the micro-deposits on its statement: two amounts, or a code. */
export function VerifyBankForm({ orgId, billing, verification }: VerifyBankFormProps) {
  const { kind, last4 } = verification;
  const titleId = useId();
  const [first, setFirst] = useState<number | string>('');
  const [second, setSecond] = useState<number | string>('');
  const [code, setCode] = useState('');
  const verify = useMutation(verifyBankAccount(orgId, billing));
  const isCode = kind === 'descriptor_code';
  const isFilled = isCode ? code.trim() !== '' : first !== '' && second !== '';
  const amount = (label: string, value: number | string, set: (value: number | string) => void) => (
    <NumberInput
      label={label}
      {...frameOf(value)}
      allowLeadingZeros={false}
      min={0}
      max={mostCents}
      step={1}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      value={value}
      onChange={set}
    />
  );
  return (
    <form
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        verify.mutate(
          isCode ? { descriptor_code: code.trim() } : { amounts: [Number(first), Number(second)] },
        );
      }}
    >
      <Stack>
        <Text fw={600} id={titleId}>
          Verify your bank account
        </Text>
        <Text size="sm">
          {isCode
            ? `In one to two business days a deposit of $0.01 arrives in the account ending in ${last4}. Enter the code in its description. It begins with SM.`
            : `In one to two business days two deposits arrive in the account ending in ${last4}. Enter their amounts in cents: 32 for $0.32, 5 for $0.05.`}
        </Text>
        {isCode ? (
          <TextInput
            label="Code"
            autoComplete="off"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        ) : (
          <Group grow>
            {amount('First amount', first, setFirst)}
            {amount('Second amount', second, setSecond)}
          </Group>
        )}
        <FormError error={verify.error} />
        <Group>
          <Button type="submit" disabled={!isFilled} loading={verify.isPending}>
            Verify
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
