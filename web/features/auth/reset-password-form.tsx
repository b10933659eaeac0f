import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { codeProblem, emailProblem, passwordTexts } from '#shared/validation.ts';
import { finishReset, startReset } from '#web/api/sign-in.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { focusFirstError } from '#web/ui/form/focus-first-error.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { NewPasswordFields } from '#web/ui/form/new-password-fields.tsx';
import { EmailField, newPasswordRules } from './auth-fields.tsx';

/** First the e-mail, then the code and a new password, then the way to sign in. */
export function ResetPasswordForm() {
  const [email, setEmail] = useState<string>();
  const [done, setDone] = useState(false);
  if (done) {
    return (
      <Stack>
        <Notice kind="success">Password has been updated.</Notice>
        <Button component={Link} to="/sign-in">
          Sign in
        </Button>
      </Stack>
    );
  }
  return email === undefined ? (
    <EmailStep onSent={setEmail} />
  ) : (
    <CodeStep email={email} onBack={() => setEmail(undefined)} onDone={() => setDone(true)} />
  );
}

function EmailStep({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: emailProblem },
  });
  const send = useMutation(startReset);
  const submit = ({ email }: typeof form.values) =>
    send.mutate(email.trim(), { onSuccess: (_sent, address) => onSent(address) });
  return (
    <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
      <Stack>
        <EmailField form={form} />
        <FormError error={send.error} />
        <Button type="submit" loading={send.isPending}>
          Send code
        </Button>
        <Text size="sm">
          <Anchor component={Link} to="/sign-in" inherit>
            Back to sign in
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}

interface CodeStepProps {
  email: string;
  onBack: () => void;
  onDone: () => void;
}

function CodeStep({ email, onBack, onDone }: CodeStepProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, code: '', password: '', confirmation: '' },
    validate: {
      code: codeProblem,
      ...newPasswordRules('newPassword', passwordTexts.change.mismatch),
    },
  });
  const reset = useMutation(finishReset);
  const submit = ({ code, password }: typeof form.values) =>
    reset.mutate({ email, code: code.trim(), password }, { onSuccess: onDone });
  return (
    <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
      <Stack>
        <Text size="sm">
          If <strong>{email}</strong> has an account, a code is on its way to it.
        </Text>
        <CodeField label="Code" key={form.key('code')} {...form.getInputProps('code')} />
        <NewPasswordFields form={form} label="New password" />
        <FormError error={reset.error} />
        <Button type="submit" loading={reset.isPending}>
          Set new password
        </Button>
        <Text size="sm">
          <Anchor component="button" type="button" inherit onClick={onBack}>
            Use another email
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
