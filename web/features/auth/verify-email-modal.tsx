import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { type Credentials, confirmEmail, resendCode, signIn } from '#web/api/sign-in.ts';
import { CodeField } from '#web/ui/code-field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface VerifyEmailModalProps {
  /** The account to verify and sign in. The dialog is open while this is set. */
  account: Credentials | undefined;
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
  account: Credentials;
  onSignedIn: () => void;
}

function VerifyEmailForm({ account, onSignedIn }: VerifyEmailFormProps) {
  const { email } = account;
  const [code, setCode] = useState('');
  const confirm = useMutation(confirmEmail);
  const entry = useMutation(signIn);
  const resend = useMutation(resendCode);
  const enter = () => entry.mutate(account, { onSuccess: onSignedIn });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    resend.reset();
    // A code works once: after a sign-in that failed, only the sign-in is repeated.
    if (confirm.isSuccess) enter();
    else confirm.mutate({ email, code: code.trim() }, { onSuccess: enter });
  };
  return (
    <form onSubmit={submit}>
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
        <FormError error={confirm.error ?? entry.error ?? resend.error} />
        {resend.isSuccess && <Notice kind="success">A new code is on its way.</Notice>}
        <Button
          type="submit"
          loading={confirm.isPending || entry.isPending}
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
              entry.reset();
              resend.mutate(email);
            }}
          >
            Send a new code
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
