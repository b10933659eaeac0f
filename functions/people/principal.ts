import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { ClaimedOrgId } from '#core/request/claimed-org-id.ts';
import { networkOf } from '#core/request/network-of.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { UserRecord, UserSessions } from './accounts.ts';
import type { TokenSession } from './sessions.ts';

/** The claims of a verified identity token. */
export interface TokenPrincipal extends TokenSession {
  authUserId: string;
  /** The app of the user pool that the token was made for. */
  clientId: string;
  email: string;
  emailVerified: boolean;
  /** Of the caller, for limits. */
  network: string;
}

/**
 * A signed-in person with a user record. Role and organization come from the record instead of the token,
 * so changes take effect at once.
 */
export interface UserPrincipal extends TokenPrincipal {
  user: UserRecord;
  sessions: UserSessions;
  /** Whether a second factor is required, of staff or by the organization, that this session began without. */
  lacksSecondFactor: boolean;
}

export interface MemberPrincipal extends UserPrincipal {
  orgId: string;
}

/** The claims that API Gateway's JWT authorizer verified; it accepts access tokens too, we do not. */
export function tokenPrincipal(event: APIGatewayProxyEventV2): TokenPrincipal {
  const context = event.requestContext as {
    authorizer?: { jwt?: { claims?: Record<string, unknown> } };
  };
  return principalOfClaims(context.authorizer?.jwt?.claims, networkOf(event));
}

/** The same for claims that were verified here. */
export function principalOfClaims(
  claims: Record<string, unknown> | undefined,
  network: string,
): TokenPrincipal {
  if (claims?.token_use !== 'id' || !claims.sub || !claims.email) {
    throw new ProductError('Unauthenticated');
  }
  return {
    authUserId: String(claims.sub),
    clientId: String(claims.aud),
    email: String(claims.email).toLowerCase(),
    emailVerified: String(claims.email_verified) === 'true',
    sessionId: String(claims.origin_jti),
    startedAt: Number(claims.auth_time),
    network,
  };
}

/** Throws as `requireMember` does, or `Forbidden` for members who are not admins. */
export function requireAdmin(principal: UserPrincipal): MemberPrincipal {
  const member = requireMember(principal);
  if (member.user.role !== 'admin') throw new ProductError('Forbidden');
  return member;
}

/**
 * Throws `Forbidden` for everybody but staff. They see other people's data, so their sessions need a second factor
 * (`userOf`), and must have begun within the last day: else it throws `SignInAgain`.
 */
export function requireStaff(principal: UserPrincipal, now: Date): UserPrincipal {
  if (!principal.user.foretheta_admin) throw new ProductError('Forbidden');
  requireSignInWithin(limits.staffSessionSeconds, principal, now);
  return principal;
}

/** Throws `SecondFactorRequired`. */
export function requireSecondFactor(principal: UserPrincipal): UserPrincipal {
  if (principal.lacksSecondFactor) throw new ProductError('SecondFactorRequired');
  return principal;
}

/** Throws `NoOrganization`, or `SecondFactorRequired`. */
export function requireMember(principal: UserPrincipal): MemberPrincipal {
  const { org_id } = requireSecondFactor(principal).user;
  if (!org_id) throw new ProductError('NoOrganization');
  return { ...principal, orgId: org_id };
}

/**
 * Checks an organization id from a body or query. Another organization's id is answered like an unknown
 * one.
 */
export function requireOwnOrganization(
  principal: Pick<MemberPrincipal, 'orgId'>,
  claimed: ClaimedOrgId | undefined,
) {
  if (claimed !== undefined && (claimed as unknown) !== principal.orgId) {
    throw new ProductError('NotFound');
  }
}

/** An organization id that one of the provider's staff named: they may name any. Throws `Forbidden` for others. */
export function namedByStaff({ user }: UserPrincipal, claimed: ClaimedOrgId): string {
  if (!user.foretheta_admin) throw new ProductError('Forbidden');
  return claimed as unknown as string;
}

/** The same for ids and addresses of users, whose existence is also secret. */
export function requireSelf(
  principal: TokenPrincipal,
  claimed: { authUserId?: string; email?: string },
) {
  const { authUserId = principal.authUserId, email = principal.email } = claimed;
  if (authUserId !== principal.authUserId || email !== principal.email) {
    throw new ProductError('Forbidden');
  }
}

/** For irreversible actions, which an open session alone must not allow. Throws `SignInAgain`. */
export function requireFreshSignIn(principal: TokenPrincipal, now: Date) {
  requireSignInWithin(limits.freshSignInSeconds, principal, now);
}

function requireSignInWithin(seconds: number, { startedAt }: TokenPrincipal, now: Date) {
  const ageSeconds = now.getTime() / 1000 - startedAt;
  // Also if the token does not tell the time of the sign-in.
  if (!(ageSeconds <= seconds)) throw new ProductError('SignInAgain');
}
