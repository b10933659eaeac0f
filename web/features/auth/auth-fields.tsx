import { TextInput } from '@mantine/core';
import { limits } from '#shared/limits.ts';
import { passwordProblem } from '#shared/validation.ts';
import type { FormWith } from '#web/ui/form/form-with.ts';

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

export interface PasswordOwner {
  email: string;
  fullName?: string | undefined;
}

/**
 * Validation of `NewPasswordFields`. The form must also have the e-mail, and the full name if it is known.
 * @param wording of the refusal of a password that contains parts of name or e-mail
 */
export function newPasswordRules(wording: 'signUp' | 'newPassword', mismatch: string) {
  return {
    password: (password: string, owner: PasswordOwner) => passwordProblem(password, owner, wording),
    confirmation: (confirmation: string, { password }: { password: string }) =>
      confirmation === password ? null : mismatch,
  };
}
