import { Button, Group, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role, TeamMember } from '#shared/contract/users.ts';
import { changeRole, invitePerson, removePerson, teamQuery } from '#web/api/team.ts';
import { useMember } from '#web/api/user.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { LoadedTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { InviteForm } from './invite-form.tsx';
import { MemberAvatar } from './member-avatar.tsx';
import { roleOptions } from './roles.ts';

const column = columnsOf<TeamMember>();

const tellInvited = () => void showMessage('Your invitation has been sent successfully!');

/** The people of the organization and their roles; admins can invite, change roles and remove. */
export function TeamSection() {
  const self = useMember();
  const team = useQuery(teamQuery);
  const [leaving, setLeaving] = useState<TeamMember>();
  const roleChange = useMutation(changeRole(self));
  const resend = useMutation(invitePerson(self));
  const inviteAgain = ({ email, full_name, role }: TeamMember) =>
    resend.mutate({ email, fullName: full_name, role, resend: true }, { onSuccess: tellInvited });
  const mayChange = ({ email }: TeamMember) => self.isAdmin && email !== self.email;
  const positions = new Map(team.data?.map(({ user_id }, position) => [user_id, position]));
  const columns = column.columns([
    column.accessor('full_name', {
      header: 'Name',
      cell: ({ row: { original: member } }) => (
        <MemberAvatar name={member.full_name} position={positions.get(member.user_id) ?? 0} />
      ),
    }),
    column.accessor('email', { header: 'Email', meta: { plain: true } }),
    column.accessor('status', {
      header: 'Status',
      cell: ({ getValue }) => (getValue() === 'CONFIRMED' ? 'Confirmed' : 'Pending'),
      meta: { plain: true },
    }),
    column.accessor('second_factor', {
      header: 'Second factor',
      cell: ({ getValue }) => (getValue() ? 'On' : 'Off'),
    }),
    column.display({
      header: 'Role',
      cell: ({ row: { original: member } }) => (
        <NativeSelect
          size="xs"
          aria-label={`Role of ${member.full_name}`}
          data={roleOptions}
          value={member.role}
          disabled={!mayChange(member) || roleChange.isPending}
          onChange={(event) =>
            roleChange.mutate({ ...member, role: event.currentTarget.value as Role })
          }
        />
      ),
      meta: { plain: true },
    }),
    column.display({
      header: 'Actions',
      cell: ({ row: { original: member } }) =>
        mayChange(member) && (
          <Group gap="xs">
            {member.status === 'PENDING' && (
              <Button
                size="compact-xs"
                variant="default"
                loading={resend.isPending && resend.variables.email === member.email}
                disabled={resend.isPending}
                onClick={() => inviteAgain(member)}
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
    }),
  ]);
  return (
    <Section title="Team">
      {self.isAdmin && <InviteForm onInvited={tellInvited} />}
      <FormError error={roleChange.error ?? resend.error} />
      <LoadedTable
        query={team}
        failure="The team could not be loaded"
        label="Team"
        rows={team.data}
        rowKey={({ user_id }) => user_id}
        columns={columns}
      />
      <ConfirmModal
        subject={leaving}
        title="Remove from the team"
        confirmLabel="Remove"
        action={removePerson(self)}
        onDone={({ full_name }) => void showMessage(`${full_name} has been removed successfully!`)}
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
