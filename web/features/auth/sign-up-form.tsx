import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { emailProblem, fullNameProblem, passwordTexts } from '#shared/validation.ts';
import { loadCognito } from '#web/lib/auth/load-cognito.ts';
import { focusFirstError } from '#web/ui/focus-first-error.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx';
import { shownAuthError } from './auth-errors.ts';
import { EmailField, newPasswordRules } from './auth-fields.tsx';
import { VerifyEmailModal } from './verify-email-modal.tsx';

/** Name, e-mail and password; then the code from the mail, and the new account is signed in. */
export function SignUpForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [account, setAccount] = useState<{ email: string; password: string }>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { fullName: '', email: '', password: '', confirmation: '' },
    validate: {
      fullName: fullNameProblem,
      email: emailProblem,
      ...newPasswordRules('signUp', passwordTexts.signUp.mismatch),
    },
    transformValues: (values) => ({
      ...values,
      fullName: values.fullName.trim(),
      email: values.email.trim().toLowerCase(),
    }),
  });
  const signUp = useMutation({
    mutationFn: async (person: typeof form.values) => (await loadCognito()).startSignUp(person),
    onSuccess: (_, { email, password }) => setAccount({ email, password }),
  });
  return (
    <>
      <form
        onSubmit={form.onSubmit((values) => signUp.mutate(values), focusFirstError(form))}
        noValidate
      >
        <Stack>
          <TextInput
            label="Full name"
            autoComplete="name"
            maxLength={limits.fullNameMaxLength}
            key={form.key('fullName')}
            {...form.getInputProps('fullName')}
          />
          <EmailField form={form} />
          <NewPasswordFields
            form={form}
            label="Password"
            description={`At least ${limits.passwordMinLength} characters, without your name or email`}
          />
          <FormError error={shownAuthError(signUp.error)} />
          <Button type="submit" loading={signUp.isPending}>
            Sign up
          </Button>
          <Text size="sm">
            By signing up you agree to our{' '}
            <Anchor component={Link} to="/terms" inherit>
              terms of service
            </Anchor>{' '}
            and our{' '}
            <Anchor component={Link} to="/privacy" inherit>
              privacy policy
            </Anchor>
            , and say that you are at least 18 years old.
          </Text>
        </Stack>
      </form>
      <VerifyEmailModal
        account={account}
        onClose={() => setAccount(undefined)}
        onSignedIn={onSignedIn}
      />
    </>
  );
}
