import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { getOrganization } from '#functions/store/accounts.ts';
import { users } from '#shared/contract/users.ts';
import { subscriptionOf } from '#shared/subscription.ts';

export const handler = lambda(users, 'get-user', user, async ({ query, principal, now, fail }) => {
  const { user_id = principal.authUserId } = query;
  if (user_id !== principal.authUserId) throw fail('UserNotFound');
  const { org_id } = principal.user;
  const organization = org_id === undefined ? undefined : await getOrganization(org_id);
  const subscription = organization && subscriptionOf(organization, now.getTime());
  return { ...principal.user, subscription };
});
