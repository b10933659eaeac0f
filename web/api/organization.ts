import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';
import { withFailureTexts } from '#web/lib/failure-texts.ts';
import { type Member, userQuery } from './user.ts';

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => api('get-organization', { query: { masked: 'true' }, signal }),
});

export const createOrganization = mutationOptions({
  mutationFn: (name: string) => api('create-organization', { body: { name } }),
  // Also after a failure: the organization may have been created in another window.
  onSettled: (_created, _error, _name, _result, { client }) => client.invalidateQueries(userQuery),
});

const renameTexts = {
  codes: { Forbidden: 'You are not allowed to change the organization name!' },
};

export const renameOrganization = ({ orgId, authUserId }: Member) =>
  mutationOptions({
    mutationFn: (name: string) =>
      withFailureTexts(
        renameTexts,
        api('update-organization', {
          body: { org_id: orgId, auth_user_id: authUserId, org_name: name },
        }),
      ),
    onSuccess: (_updated, _name, _result, { client }) =>
      client.invalidateQueries(organizationQuery),
  });
