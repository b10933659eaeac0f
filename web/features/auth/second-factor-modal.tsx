import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { confirmSecondFactor } from '#web/api/sign-in.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { CodeForm } from '#web/ui/form/code-form.tsx';

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
  const confirm = useMutation(confirmSecondFactor);
  return (
    <CodeForm
      label="Code"
      action="Sign in"
      autoFocus
      pending={confirm.isPending}
      error={confirm.error}
      onSubmit={(code) => confirm.mutate(code, { onSuccess: onSignedIn })}
    >
      <Text size="sm">Your authenticator app shows a code of six digits for Antecede.</Text>
    </CodeForm>
  );
}
