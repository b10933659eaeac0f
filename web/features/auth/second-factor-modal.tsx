import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import { confirmSecondFactor } from '#web/api/sign-in.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { FormError } from '#web/ui/form-error.tsx';

interface SecondFactorModalProps {
  opened: boolean;
  onClose: () => void;
  onSignedIn: () => void;
}

/** Asks for the code of the authenticator app, after the right password. */
export function SecondFactorModal({ opened, onClose, onSignedIn }: SecondFactorModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Enter your code" closeOnClickOutside={false}>
      <SecondFactorForm onSignedIn={onSignedIn} />
    </Modal>
  );
}

function SecondFactorForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [code, setCode] = useState('');
  const confirm = useMutation(confirmSecondFactor);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate(code.trim(), { onSuccess: onSignedIn });
      }}
    >
      <Stack>
        <Text size="sm">Your authenticator app shows a code of six digits for Antecede.</Text>
        <CodeField
          label="Code"
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <FormError error={confirm.error} />
        <Button
          type="submit"
          loading={confirm.isPending}
          disabled={code.trim().length < limits.verificationCodeMinLength}
        >
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
