import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { emailProblem, fullNameProblem, passwordTexts } from '#shared/validation.ts';
import { type Credentials, signUp } from '#web/api/sign-in.ts';
import { focusFirstError } from '#web/ui/form/focus-first-error.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { NewPasswordFields } from '#web/ui/form/new-password-fields.tsx';
import { EmailField, newPasswordRules } from './auth-fields.tsx';
import { VerifyEmailModal } from './further-steps.ts';

/** Name, e-mail and password; then the code from the mail, and the new account is signed in. */
export function SignUpForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [account, setAccount] = useState<Credentials>();
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
  const registration = useMutation(signUp);
  const submit = ({ fullName, email, password }: typeof form.values) =>
    registration.mutate(
      { fullName, email, password },
      { onSuccess: () => setAccount({ email, password }) },
    );
  return (
    <>
      <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
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
          <FormError error={registration.error} />
          <Button type="submit" loading={registration.isPending}>
            Sign up
          </Button>
          <Text size="sm">
            By signing up you agree to our{' '}
            <Anchor href="/terms" inherit>
              terms of service
            </Anchor>{' '}
            and our{' '}
            <Anchor href="/privacy" inherit>
              privacy policy
            </Anchor>
            , and say that you are at least 18 years old.
          </Text>
        </Stack>
      </form>
      <Suspense>
        {account && (
          <VerifyEmailModal
            account={account}
            onClose={() => setAccount(undefined)}
            onSignedIn={onSignedIn}
          />
        )}
      </Suspense>
    </>
  );
}
