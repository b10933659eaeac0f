import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { limits } from '#shared/limits.ts';
import { passwordTexts } from '#shared/validation.ts';
import { useUser } from '#web/api/user.ts';
import { api } from '#web/lib/api-client.ts';
import { loadCognito } from '#web/lib/auth/load-cognito.ts';
import { useSignOut } from '#web/lib/auth/use-sign-out.ts';
import { focusFirstError } from '#web/ui/focus-first-error.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { NewPasswordFields } from '#web/ui/new-password-fields.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { usePassingMessage } from '#web/ui/use-passing-message.ts';

/** The specification's two texts: too many attempts, and everything else. */
function shownError(error: Error | null): Error | null {
  if (!error) return null;
  return new Error(
    error.name === 'LimitExceededException'
      ? 'Attempt limit exceeded, please try again later!'
      : 'Your current password is incorrect!',
  );
}

/** Ends all sessions of the account and begins one with the new password. Throws where that is not enough for one. */
async function beginAnew(email: string, password: string): Promise<void> {
  await api('sign-out', { body: { everywhere: true } });
  const step = await (await loadCognito()).startSignIn(email, password);
  if (step !== 'done') throw new Error(`A new session wants another step: ${step}`);
}

/** Replaces the own password. */
export function PasswordForm() {
  const { email } = useUser();
  const signOut = useSignOut();
  const message = usePassingMessage();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', password: '', confirmation: '' },
    validate: {
      password: (value) =>
        value.length < limits.passwordMinLength ? passwordTexts.tooShort : null,
      confirmation: (value, { password }) =>
        value === password ? null : passwordTexts.change.mismatch,
    },
  });
  const change = useMutation({
    mutationFn: async ({ current, password }: typeof form.values) =>
      (await loadCognito()).changePassword(current, password),
    onSuccess: async (_, { password }) => {
      try {
        // Whoever knew the old password is signed out.
        await beginAnew(email, password);
      } catch {
        // So is this page: its new session failed, or wants the code of an authenticator app.
        await signOut('/sign-in?password-updated=1');
        return;
      }
      form.reset();
      message.show('Password has been updated.');
    },
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => change.mutate(values), focusFirstError(form))}
      noValidate
    >
      <Stack maw={420}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          key={form.key('current')}
          {...form.getInputProps('current')}
        />
        <NewPasswordFields form={form} label="New password" />
        <FormError error={shownError(change.error)} />
        {message.text && <Notice kind="success">{message.text}</Notice>}
        <Group>
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
