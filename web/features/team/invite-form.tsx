import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { Role } from '#shared/contract/users.ts';
import { limits } from '#shared/limits.ts';
import { emailProblem, fullNameProblem } from '#shared/validation.ts';
import { invitePerson } from '#web/api/team.ts';
import { useMember } from '#web/api/user.ts';
import { focusFirstError } from '#web/ui/form/focus-first-error.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import classes from './invite-form.module.css';
import { roleOptions } from './roles.ts';

/** For admins: invites somebody into the organization by mail. */
export function InviteForm({ onInvited }: { onInvited: () => void }) {
  const invite = useMutation(invitePerson(useMember()));
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', fullName: '', role: 'member' as Role },
    validate: { email: emailProblem, fullName: fullNameProblem },
  });
  const submit = ({ email, fullName, role }: typeof form.values) =>
    invite.mutate(
      { email: email.trim(), fullName: fullName.trim(), role },
      {
        onSuccess: () => {
          form.reset();
          onInvited();
        },
      },
    );
  return (
    <form onSubmit={form.onSubmit(submit, focusFirstError(form))} noValidate>
      <Group align="flex-start" mb="sm">
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <TextInput
          label="Full name"
          autoComplete="off"
          maxLength={limits.fullNameMaxLength}
          key={form.key('fullName')}
          {...form.getInputProps('fullName')}
        />
        <NativeSelect
          label="Role"
          data={roleOptions}
          key={form.key('role')}
          {...form.getInputProps('role')}
        />
        <Button type="submit" loading={invite.isPending} className={classes.invite}>
          Invite
        </Button>
      </Group>
      <FormError error={invite.error} />
    </form>
  );
}
