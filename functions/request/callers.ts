import { getCaller, requiresSecondFactor } from '#functions/store/accounts.ts';
import { hasEnded, isTwoStep } from '#functions/store/sessions.ts';
import { ProductError } from '#shared/errors.ts';
import {
  principalResolver,
  requireAdmin,
  requireMember,
  requireSecondFactor,
  requireStaff,
  type TokenPrincipal,
  tokenPrincipal,
  type UserPrincipal,
} from './principal.ts';

/** Throws `UserNotFound` for an account without a record, `Unauthenticated` for a session that has ended. */
export async function userOf(token: TokenPrincipal): Promise<UserPrincipal> {
  const caller = await getCaller(token.authUserId);
  if (!caller) throw new ProductError('UserNotFound');
  const { user, sessions } = caller;
  if (hasEnded(token, sessions)) throw new ProductError('Unauthenticated');
  const lacksSecondFactor =
    user.org_id !== undefined &&
    !isTwoStep(token, sessions) &&
    (await requiresSecondFactor(user.org_id));
  return { ...token, user, sessions, lacksSecondFactor };
}

/** A signed-in account, whether or not it has a user record. */
export const account = /* @__PURE__ */ principalResolver('token', async (event) =>
  tokenPrincipal(event),
);

/**
 * A signed-in user with a record, also in a session without the second factor that the organisation requires.
 * For endpoints that such a session needs, and that give nothing of the organisation.
 */
export const userOfAnySession = /* @__PURE__ */ principalResolver('user', async (event) =>
  userOf(tokenPrincipal(event)),
);

/** A signed-in user with a record. */
export const user = /* @__PURE__ */ principalResolver('user', async (event) =>
  requireSecondFactor(await userOfAnySession(event)),
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
