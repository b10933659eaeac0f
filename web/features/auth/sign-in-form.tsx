import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { emailProblem } from '#shared/validation.ts';
import type { SignInStep } from '#web/lib/auth/cognito.ts';
import { loadCognito } from '#web/lib/auth/load-cognito.ts';
import { focusFirstError } from '#web/ui/focus-first-error.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { authErrorName, shownAuthError } from './auth-errors.ts';
import { EmailField } from './auth-fields.tsx';
import { NewPasswordModal } from './new-password-modal.tsx';
import { SecondFactorModal } from './second-factor-modal.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';
import { VerifyEmailModal } from './verify-email-modal.tsx';

interface Credentials {
  email: string;
  password: string;
}

async function startSignIn({ email, password }: Credentials): Promise<SignInStep> {
  try {
    return await (await loadCognito()).startSignIn(email, password);
  } catch (error) {
    if (authErrorName(error) === 'UserNotConfirmedException') return 'confirm-email';
    throw error;
  }
}

/** E-mail and password, and whatever step the account still needs. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const completeSignIn = useCompleteSignIn();
  const [pending, setPending] = useState<Credentials & { step: SignInStep }>();
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: emailProblem,
      password: (value) => (value === '' ? 'Please enter your password.' : null),
    },
    transformValues: ({ email, password }) => ({ email: email.trim(), password }),
  });
  const signIn = useMutation({
    mutationFn: async (credentials: Credentials) => {
      const step = await startSignIn(credentials);
      if (step === 'done') await completeSignIn('known');
      return step;
    },
    onSuccess: (step, credentials) => {
      if (step === 'done') onSignedIn();
      else setPending({ ...credentials, step });
    },
  });
  const close = () => setPending(undefined);
  return (
    <>
      <form
        onSubmit={form.onSubmit((values) => signIn.mutate(values), focusFirstError(form))}
        noValidate
      >
        <Stack>
          <EmailField form={form} />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <FormError error={shownAuthError(signIn.error)} />
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
          <Text size="sm">
            <Anchor component={Link} to="/reset-password" inherit>
              Forgot your password?
            </Anchor>
          </Text>
        </Stack>
      </form>
      <VerifyEmailModal
        account={pending?.step === 'confirm-email' ? pending : undefined}
        onClose={close}
        onSignedIn={onSignedIn}
      />
      <SecondFactorModal
        opened={pending?.step === 'second-factor'}
        onClose={close}
        onSignedIn={onSignedIn}
      />
      <NewPasswordModal
        email={pending?.step === 'new-password' ? pending.email : undefined}
        onClose={close}
        onSignedIn={onSignedIn}
      />
    </>
  );
}
