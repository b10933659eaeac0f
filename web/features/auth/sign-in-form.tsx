import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { emailProblem } from '#shared/validation.ts';
import { type Credentials, signIn } from '#web/api/sign-in.ts';
import type { SignInState } from '#web/lib/auth/cognito.ts';
import { focusFirstError } from '#web/ui/form/focus-first-error.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { EmailField } from './auth-fields.tsx';
import { NewPasswordModal, SecondFactorModal, VerifyEmailModal } from './further-steps.ts';

/** E-mail and password, then the further step that the account may need. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [pending, setPending] = useState<Credentials & SignInState>();
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: emailProblem,
      password: (value) => (value === '' ? 'Please enter your password.' : null),
    },
    transformValues: ({ email, password }) => ({ email: email.trim(), password }),
  });
  const entry = useMutation(signIn);
  const submit = (credentials: Credentials) =>
    entry.mutate(credentials, {
      onSuccess: (state) => {
        if (state.step === 'done') onSignedIn();
        else setPending({ ...credentials, ...state });
      },
    });
  const close = () => setPending(undefined);
  return (
    <>
      <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
        <Stack>
          <EmailField form={form} />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <FormError error={entry.error} />
          <Button type="submit" loading={entry.isPending}>
            Sign in
          </Button>
          <Text size="sm">
            <Anchor component={Link} to="/reset-password" inherit>
              Forgot your password?
            </Anchor>
          </Text>
        </Stack>
      </form>
      <Suspense>
        {pending?.step === 'confirm-email' && (
          <VerifyEmailModal account={pending} onClose={close} onSignedIn={onSignedIn} />
        )}
        {pending?.step === 'second-factor' && (
          <SecondFactorModal opened onClose={close} onSignedIn={onSignedIn} />
        )}
        {pending?.step === 'new-password' && (
          <NewPasswordModal
            person={{ email: pending.email, fullName: pending.fullName }}
            onClose={close}
            onSignedIn={onSignedIn}
          />
        )}
      </Suspense>
    </>
  );
}
