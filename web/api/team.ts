import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Role, TeamMember } from '#shared/contract/users.ts';
import { api } from '#web/lib/api-client.ts';
import { everyPage } from './every-page.ts';
import type { Member } from './user.ts';

/** Members of the organization and people invited into it. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => everyPage((cursor) => api('list-users', { query: { cursor }, signal })),
});

interface Invitation {
  email: string;
  fullName: string;
  role: Role;
  /** Whether the person was invited before. */
  resend?: boolean;
}

/** Invites somebody into the organization by mail. */
export const invitePerson = ({ orgId, authUserId }: Member) =>
  mutationOptions({
    mutationFn: ({ email, fullName, role, resend }: Invitation) =>
      api('create-user', {
        body: {
          type: 'invite',
          email,
          full_name: fullName,
          role,
          resend,
          org_id: orgId,
          auth_user_id: authUserId,
        },
      }),
    onSettled: (_done, _error, _invitation, _result, { client }) =>
      client.invalidateQueries(teamQuery),
  });

export const changeRole = ({ authUserId }: Member) =>
  mutationOptions({
    mutationFn: ({ email, user_id, role }: TeamMember) =>
      api('update-user', { body: { email, user_id, role, auth_user_id: authUserId } }),
    onSettled: (_done, _error, _member, _result, { client }) => client.invalidateQueries(teamQuery),
  });

export const removePerson = ({ orgId, authUserId }: Member) =>
  mutationOptions({
    mutationFn: ({ email }: TeamMember) =>
      api('remove-user', { body: { username: email, org_id: orgId, auth_user_id: authUserId } }),
    onSuccess: (_done, _member, _result, { client }) => client.invalidateQueries(teamQuery),
  });
