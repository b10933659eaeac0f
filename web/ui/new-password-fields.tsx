import { PasswordInput } from '@mantine/core';
import type { FormWith } from './form-with.ts';

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
