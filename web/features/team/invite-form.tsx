import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Role } from '#shared/contract/users.ts';
import { limits } from '#shared/limits.ts';
import { emailProblem, fullNameProblem } from '#shared/validation.ts';
import { teamQuery } from '#web/api/team.ts';
import { useMember } from '#web/api/user.ts';
import { api } from '#web/lib/api-client.ts';
import { focusFirstError } from '#web/ui/focus-first-error.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { roleOptions } from './roles.ts';

/** For admins: asks somebody into the organisation by mail. */
export function InviteForm({ onInvited }: { onInvited: () => void }) {
  const { orgId, authUserId } = useMember();
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', fullName: '', role: 'member' as Role },
    validate: { email: emailProblem, fullName: fullNameProblem },
  });
  const invite = useMutation({
    mutationFn: ({ email, fullName, role }: typeof form.values) =>
      api('create-user', {
        body: {
          ...{ type: 'invite', email: email.trim(), full_name: fullName.trim(), role },
          ...{ org_id: orgId, auth_user_id: authUserId },
        },
      }),
    onSuccess: async () => {
      form.reset();
      onInvited();
      await queryClient.invalidateQueries(teamQuery(orgId));
    },
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => invite.mutate(values), focusFirstError(form))}
      noValidate
    >
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
      </Group>
      <FormError error={invite.error} />
      <Button type="submit" loading={invite.isPending} my="sm">
        Invite
      </Button>
    </form>
  );
}
