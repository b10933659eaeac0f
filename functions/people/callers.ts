import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { principalResolver } from '#core/request/caller-resolver.ts';
import { ProductError } from '#shared/errors.ts';
import { getCaller, requiresSecondFactor, type UserRecord } from './accounts.ts';
import {
  requireAdmin,
  requireMember,
  requireSecondFactor,
  requireStaff,
  type TokenPrincipal,
  tokenPrincipal,
  type UserPrincipal,
} from './principal.ts';
import { hasEnded, isTwoStep, type TokenSession } from './sessions.ts';

/** What a token or a key says about its session. */
type SessionOf = TokenSession & { authUserId: string };

/** The user of a session, and what the session lacks; `undefined` for an account without a record. */
async function findUserOf(session: SessionOf) {
  const caller = await getCaller(session.authUserId);
  if (!caller) return undefined;
  const { user, sessions } = caller;
  const isEnded = hasEnded(session, sessions);
  const lacksSecondFactor =
    !isEnded &&
    !isTwoStep(session, sessions) &&
    (user.foretheta_admin === true ||
      (user.org_id !== undefined && (await requiresSecondFactor(user.org_id))));
  return { user, sessions, isEnded, lacksSecondFactor };
}

/** Throws `UserNotFound` for an account without a record, `Unauthenticated` for a session that has ended. */
export async function userOf(token: TokenPrincipal): Promise<UserPrincipal> {
  const found = await findUserOf(token);
  if (!found) throw new ProductError('UserNotFound');
  const { isEnded, ...caller } = found;
  if (isEnded) throw new ProductError('Unauthenticated');
  return { ...token, ...caller };
}

/** The member whose session this is, as `member` would find them; undefined where it would refuse. */
export async function memberOfSession(
  orgId: string,
  session: SessionOf,
): Promise<UserRecord | undefined> {
  const found = await findUserOf(session);
  if (!found || found.isEnded || found.lacksSecondFactor) return undefined;
  return found.user.org_id === orgId ? found.user : undefined;
}

const anySession = (event: APIGatewayProxyEventV2) => userOf(tokenPrincipal(event));
const inFullSession = async (event: APIGatewayProxyEventV2) =>
  requireSecondFactor(await anySession(event));

/** A signed-in account, whether or not it has a user record. */
export const account = /* @__PURE__ */ principalResolver('token', async (event) =>
  tokenPrincipal(event),
);

/**
 * A signed-in user with a record, also in a session without the second factor that the organization requires.
 * For endpoints that such a session needs, and that give nothing of the organization.
 */
export const userOfAnySession = /* @__PURE__ */ principalResolver('user', anySession);

/** A signed-in user with a record. */
export const user = /* @__PURE__ */ principalResolver('user', inFullSession);

/** A user who belongs to an organization. */
export const member = /* @__PURE__ */ principalResolver('member', async (event) =>
  requireMember(await inFullSession(event)),
);

/** A member with the role admin. */
export const admin = /* @__PURE__ */ principalResolver('admin', async (event) =>
  requireAdmin(await inFullSession(event)),
);

/** One of the provider's staff. */
export const staff = /* @__PURE__ */ principalResolver('staff', async (event) =>
  requireStaff(await inFullSession(event), new Date()),
);
