import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { passwordProblem, passwordTexts } from '#shared/validation.ts';
import { changePassword } from '#web/api/password.ts';
import { useSignOut } from '#web/api/sessions.ts';
import { useUser } from '#web/api/user.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { focusFirstError } from '#web/ui/form/focus-first-error.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { NewPasswordFields } from '#web/ui/form/new-password-fields.tsx';

/** Changes the person's password. */
export function PasswordForm() {
  const { email, full_name: fullName } = useUser();
  const signOut = useSignOut();
  const change = useMutation(changePassword(email));
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', password: '', confirmation: '' },
    validate: {
      password: (value) => passwordProblem(value, { email, fullName }, 'newPassword'),
      confirmation: (value, { password }) =>
        value === password ? null : passwordTexts.change.mismatch,
    },
  });
  const submit = (passwords: typeof form.values) =>
    change.mutate(passwords, {
      onSuccess: (isSignedIn) => {
        if (!isSignedIn) return signOut('/sign-in?password-updated=1');
        form.reset();
        return showMessage('Password has been updated.');
      },
    });
  return (
    <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
      <Stack maw={420}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          key={form.key('current')}
          {...form.getInputProps('current')}
        />
        <NewPasswordFields form={form} label="New password" />
        <FormError error={change.error} />
        <Group>
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
