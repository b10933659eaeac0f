import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import { loadCognito } from '#web/lib/auth/load-cognito.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { shownAuthError } from './auth-errors.ts';
import { useCompleteSignIn } from './use-complete-sign-in.ts';

interface SecondFactorModalProps {
  opened: boolean;
  onClose: () => void;
  onSignedIn: () => void;
}

/** The password was right; an account with an authenticator app wants its code too. */
export function SecondFactorModal({ opened, onClose, onSignedIn }: SecondFactorModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Enter your code" closeOnClickOutside={false}>
      <SecondFactorForm onSignedIn={onSignedIn} />
    </Modal>
  );
}

function SecondFactorForm({ onSignedIn }: { onSignedIn: () => void }) {
  const completeSignIn = useCompleteSignIn();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: async () => {
      await (await loadCognito()).confirmSecondFactor(code.trim());
      await completeSignIn('known');
    },
    onSuccess: onSignedIn,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
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
        <FormError error={shownAuthError(confirm.error)} />
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
