import { Anchor, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Credentials, confirmEmail, resendCode, signIn } from '#web/api/sign-in.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CodeForm } from '#web/ui/form/code-form.tsx';

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
  const confirm = useMutation(confirmEmail);
  const entry = useMutation(signIn);
  const resend = useMutation(resendCode);
  const enter = () => entry.mutate(account, { onSuccess: onSignedIn });
  const submit = (code: string) => {
    resend.reset();
    // A code works once: after a sign-in that failed, only the sign-in is repeated.
    if (confirm.isSuccess) enter();
    else confirm.mutate({ email, code }, { onSuccess: enter });
  };
  return (
    <Stack>
      <CodeForm
        label="Verification code"
        action="Confirm"
        autoFocus
        pending={confirm.isPending || entry.isPending}
        error={confirm.error ?? entry.error ?? resend.error}
        onSubmit={submit}
        note={resend.isSuccess && <Notice kind="success">A new code is on its way.</Notice>}
      >
        <Text size="sm">
          We sent a code to <strong>{email}</strong>. Enter it here to finish.
        </Text>
      </CodeForm>
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
  );
}
