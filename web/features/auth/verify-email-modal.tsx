import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { loadCognito } from '#web/lib/auth/load-cognito.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { shownAuthError } from './auth-errors.ts';
import { useCompleteSignIn } from './use-complete-sign-in.ts';

interface VerifyEmailModalProps {
  /** The account to verify and sign in; nothing is shown without one. */
  account: { email: string; password: string } | undefined;
  onClose: () => void;
  onSignedIn: () => void;
}

/** Asks for the code that was mailed, then signs in. */
export function VerifyEmailModal({ account, onClose, onSignedIn }: VerifyEmailModalProps) {
  return (
    <Modal
      opened={account !== undefined}
      onClose={onClose}
      title="Verify your email"
      closeOnClickOutside={false}
    >
      {account && <VerifyEmailForm account={account} onSignedIn={onSignedIn} />}
    </Modal>
  );
}

interface VerifyEmailFormProps {
  account: { email: string; password: string };
  onSignedIn: () => void;
}

function VerifyEmailForm({ account: { email, password }, onSignedIn }: VerifyEmailFormProps) {
  const [code, setCode] = useState('');
  const completeSignIn = useCompleteSignIn();
  const verified = useRef(false);
  const confirm = useMutation({
    mutationFn: async () => {
      const cognito = await loadCognito();
      // A code counts once: after a sign-in that failed, only the sign-in is tried again.
      if (!verified.current) await cognito.confirmEmail(email, code.trim());
      verified.current = true;
      await cognito.startSignIn(email, password);
      await completeSignIn('new');
    },
    onSuccess: onSignedIn,
  });
  const resend = useMutation({
    mutationFn: async () => (await loadCognito()).resendCode(email),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        resend.reset();
        confirm.mutate();
      }}
    >
      <Stack>
        <Text size="sm">
          We sent a code to <strong>{email}</strong>. Enter it here to finish.
        </Text>
        <CodeField
          label="Verification code"
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <FormError error={shownAuthError(confirm.error ?? resend.error)} />
        {resend.isSuccess && <Notice kind="success">A new code is on its way.</Notice>}
        <Button
          type="submit"
          loading={confirm.isPending}
          disabled={code.trim().length < limits.verificationCodeMinLength}
        >
          Confirm
        </Button>
        <Text size="sm">
          No mail?{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            disabled={resend.isPending}
            onClick={() => {
              confirm.reset();
              resend.mutate();
            }}
          >
            Send a new code
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
