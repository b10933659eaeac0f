import { Button, Group, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role, TeamMember } from '#shared/contract/users.ts';
import { teamQuery } from '#web/api/team.ts';
import { useMember } from '#web/api/user.ts';
import { api } from '#web/lib/api-client.ts';
import { ConfirmModal } from '#web/ui/confirm-modal.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { usePassingMessage } from '#web/ui/use-passing-message.ts';
import { InviteForm } from './invite-form.tsx';
import { MemberAvatar } from './member-avatar.tsx';
import { roleOptions } from './roles.ts';

/** The team: who is in it and in which role; for admins, all that changes it. */
export function TeamSection() {
  const { orgId, authUserId, email: ownEmail, isAdmin } = useMember();
  const queryClient = useQueryClient();
  const team = useQuery(teamQuery(orgId));
  const message = usePassingMessage();
  const [leaving, setLeaving] = useState<TeamMember>();
  const refresh = () => queryClient.invalidateQueries(teamQuery(orgId));

  const changeRole = useMutation({
    mutationFn: ({ email, user_id, role }: TeamMember) =>
      api('update-user', { body: { email, user_id, role, auth_user_id: authUserId } }),
    onSettled: refresh,
  });
  const resend = useMutation({
    mutationFn: ({ email, full_name, role }: TeamMember) =>
      api('create-user', {
        body: {
          ...{ type: 'invite', email, full_name, role, resend: true },
          ...{ org_id: orgId, auth_user_id: authUserId },
        },
      }),
    onSuccess: () => message.show('Your invitation has been sent successfully!'),
    onSettled: refresh,
  });
  const remove = async ({ email, full_name }: TeamMember) => {
    await api('remove-user', {
      body: { username: email, org_id: orgId, auth_user_id: authUserId },
    });
    message.show(`${full_name} has been removed successfully!`);
    await refresh();
  };

  const mayChange = ({ email }: TeamMember) => isAdmin && email !== ownEmail;
  const positions = new Map(team.data?.map(({ user_id }, position) => [user_id, position]));
  return (
    <Section title="Team">
      {isAdmin && (
        <InviteForm onInvited={() => message.show('Your invitation has been sent successfully!')} />
      )}
      {message.text && <Notice kind="success">{message.text}</Notice>}
      <FormError error={changeRole.error ?? resend.error} />
      {team.isError ? (
        <ErrorPanel
          title="The team could not be loaded"
          error={team.error}
          onRetry={() => void team.refetch()}
        />
      ) : (
        <DataTable
          label="Team"
          rows={team.data}
          rowKey={({ user_id }) => user_id}
          columns={[
            {
              title: 'Name',
              sortBy: (member) => member.full_name.toLowerCase(),
              render: (member) => (
                <MemberAvatar
                  name={member.full_name}
                  position={positions.get(member.user_id) ?? 0}
                />
              ),
            },
            { title: 'Email', sortBy: ({ email }) => email, render: ({ email }) => email },
            {
              title: 'Status',
              sortBy: ({ status }) => status,
              render: ({ status }) => (status === 'CONFIRMED' ? 'Confirmed' : 'Pending'),
            },
            {
              title: 'Role',
              render: (member) => (
                <NativeSelect
                  size="xs"
                  aria-label={`Role of ${member.full_name}`}
                  data={roleOptions}
                  value={member.role}
                  disabled={!mayChange(member) || changeRole.isPending}
                  onChange={(event) =>
                    changeRole.mutate({ ...member, role: event.currentTarget.value as Role })
                  }
                />
              ),
            },
            {
              title: 'Actions',
              render: (member) =>
                mayChange(member) && (
                  <Group gap="xs">
                    {member.status === 'PENDING' && (
                      <Button
                        size="compact-xs"
                        variant="default"
                        loading={resend.isPending && resend.variables.email === member.email}
                        disabled={resend.isPending}
                        onClick={() => resend.mutate(member)}
                        aria-label={`Send the invitation of ${member.full_name} again`}
                      >
                        Send again
                      </Button>
                    )}
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() => setLeaving(member)}
                      aria-label={`Remove ${member.full_name}`}
                    >
                      Remove
                    </Button>
                  </Group>
                ),
            },
          ]}
        />
      )}
      <ConfirmModal
        subject={leaving}
        title="Remove from the team"
        confirmLabel="Remove"
        onConfirm={remove}
        onClose={() => setLeaving(undefined)}
      >
        {({ full_name }) => (
          <>
            <strong>{full_name}</strong> loses access at once, and the account is deleted. Datasets
            and indexes stay.
          </>
        )}
      </ConfirmModal>
    </Section>
  );
}
