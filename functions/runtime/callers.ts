import { getUser } from '#functions/store/accounts.ts';
import { ProductError } from '#shared/errors.ts';
import { principalResolver, tokenPrincipal } from './principal.ts';

/** A signed-in account, whether or not it has a user record. */
export const account = principalResolver('token', async (event) => tokenPrincipal(event));

/** A signed-in user with a record. */
export const user = principalResolver('user', async (event) => {
  const token = tokenPrincipal(event);
  const record = await getUser(token.authUserId);
  if (!record) throw new ProductError('UserNotFound');
  return { ...token, user: record };
});

/** A user who belongs to an organisation. */
export const member = principalResolver('member', async (event) => {
  const principal = await user(event);
  if (!principal.user.org_id) throw new ProductError('NoOrganization');
  return { ...principal, orgId: principal.user.org_id };
});
