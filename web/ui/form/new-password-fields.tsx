import { PasswordInput } from '@mantine/core';
import type { FormWith } from './form-with.ts';

interface NewPasswordFieldsProps {
  form: FormWith<{ password: string; confirmation: string }>;
  label: string;
  description?: string;
}

/** Two fields for a new password and its confirmation. */
export function NewPasswordFields({ form, label, description }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordInput
        label={label}
        description={description}
        autoComplete="new-password"
        // Read by Mantine's modals only.
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
