import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { passwordTexts } from '#shared/validation.ts';
import { setFirstPassword } from '#web/api/sign-in.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { focusFirstError } from '#web/ui/form/focus-first-error.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { NewPasswordFields } from '#web/ui/form/new-password-fields.tsx';
import { newPasswordRules, type PasswordOwner } from './auth-fields.tsx';

interface NewPasswordModalProps {
  /** The person who must choose a password. */
  person: PasswordOwner;
  onClose: () => void;
  onSignedIn: () => void;
}

/** An invited person replaces the temporary password. */
export function NewPasswordModal({ person, onClose, onSignedIn }: NewPasswordModalProps) {
  return (
    <Modal opened onClose={onClose} title="Set a new password" closeOnClickOutside={false}>
      <NewPasswordForm person={person} onSignedIn={onSignedIn} />
    </Modal>
  );
}

function NewPasswordForm({ person, onSignedIn }: Omit<NewPasswordModalProps, 'onClose'>) {
  const form = useForm({
    // The form below the dialog has a field `password` too.
    name: 'new-password',
    mode: 'uncontrolled',
    initialValues: { ...person, password: '', confirmation: '' },
    validate: newPasswordRules('newPassword', passwordTexts.newPassword.mismatch),
  });
  const save = useMutation(setFirstPassword);
  const submit = ({ password }: typeof form.values) =>
    save.mutate(password, { onSuccess: onSignedIn });
  return (
    <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
      <Stack>
        <Text size="sm">Your account needs a password of your own before you go on.</Text>
        <NewPasswordFields form={form} label="New password" />
        <FormError error={save.error} />
        <Button type="submit" loading={save.isPending}>
          Set password
        </Button>
      </Stack>
    </form>
  );
}
