import { getCaller } from '#functions/store/accounts.ts';
import { hasEnded } from '#functions/store/sessions.ts';
import { ProductError } from '#shared/errors.ts';
import {
  principalResolver,
  requireAdmin,
  requireMember,
  requireStaff,
  type TokenPrincipal,
  tokenPrincipal,
  type UserPrincipal,
} from './principal.ts';

/** Throws `UserNotFound` for an account without a record, `Unauthenticated` for a session that has ended. */
export async function userOf(token: TokenPrincipal): Promise<UserPrincipal> {
  const caller = await getCaller(token.authUserId);
  if (!caller) throw new ProductError('UserNotFound');
  if (hasEnded(token, caller.ended)) throw new ProductError('Unauthenticated');
  return { ...token, ...caller };
}

/** A signed-in account, whether or not it has a user record. */
export const account = /* @__PURE__ */ principalResolver('token', async (event) =>
  tokenPrincipal(event),
);

/** A signed-in user with a record. */
export const user = /* @__PURE__ */ principalResolver('user', async (event) =>
  userOf(tokenPrincipal(event)),
);

/** A user who belongs to an organisation. */
export const member = /* @__PURE__ */ principalResolver('member', async (event) =>
  requireMember(await user(event)),
);

/** A member with the role admin. */
export const admin = /* @__PURE__ */ principalResolver('admin', async (event) =>
  requireAdmin(await user(event)),
);

/** One of the provider's staff. */
export const staff = /* @__PURE__ */ principalResolver('staff', async (event) =>
  requireStaff(await user(event)),
);
