import { PasswordInput, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { limits } from '#shared/limits.ts';
import { passwordProblem } from '#shared/validation.ts';

/** A form that has these fields, whatever else it has. */
type FormWith<Fields extends Record<string, unknown>> = Pick<
  ReturnType<typeof useForm<Fields>>,
  'key' | 'getInputProps'
>;

export function EmailField({ form }: { form: FormWith<{ email: string }> }) {
  return (
    <TextInput
      label="Email"
      type="email"
      autoComplete="username"
      maxLength={limits.emailMaxLength}
      key={form.key('email')}
      {...form.getInputProps('email')}
    />
  );
}

interface NewPasswordFieldsProps {
  form: FormWith<{ password: string; confirmation: string }>;
  label: string;
  description?: string;
}

/** A password that does not exist yet, twice. */
export function NewPasswordFields({ form, label, description }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordInput
        label={label}
        description={description}
        autoComplete="new-password"
        // Only a modal heeds it.
        data-autofocus
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="Confirm password"
        autoComplete="new-password"
        key={form.key('confirmation')}
        {...form.getInputProps('confirmation')}
      />
    </>
  );
}

interface PasswordOwner {
  email: string;
  fullName?: string;
}

/**
 * The rules of {@link NewPasswordFields}; the form's values say whose password it is.
 * @param wording how a password that holds parts of name or e-mail is refused
 */
export function newPasswordRules(wording: 'signUp' | 'newPassword', mismatch: string) {
  return {
    password: (password: string, owner: PasswordOwner) => passwordProblem(password, owner, wording),
    confirmation: (confirmation: string, { password }: { password: string }) =>
      confirmation === password ? null : mismatch,
  };
}
