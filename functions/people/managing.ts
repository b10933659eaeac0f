/**
 * Callers of endpoints that management keys open, too. Each has a second route, `/api/manage/…`, where the gateway asks for
 * no token and this file for a key. On the first route, the gateway has checked a token before.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { principalResolver } from '#core/request/caller-resolver.ts';
import { isManagement } from '#core/request/is-management.ts';
import { networkOf } from '#core/request/network-of.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { ProductError } from '#shared/errors.ts';
import { allows, type ManagementScope } from '#shared/management-scopes.ts';
import { getCaller } from './accounts.ts';
import { admin, member } from './callers.ts';
import { findManagementKey, noteUse } from './management-keys.ts';
import { type MemberPrincipal, requireAdmin, requireMember } from './principal.ts';

/** A member, or a management key that acts for an admin. */
export interface ManagingPrincipal extends MemberPrincipal {
  /** Scopes of the key. */
  scopes?: readonly ManagementScope[];
  /** The key. */
  managementKey?: { id: string; name: string };
}

/**
 * The admin for whom the key of a call acts. Throws `Unauthenticated` for a key that is unknown, revoked or expired, or whose
 * admin has left or is none any more; `KeyRestricted` if its scopes lack what the endpoint needs.
 */
async function holderOf(
  event: APIGatewayProxyEventV2,
  endpoint: Endpoint,
): Promise<ManagingPrincipal> {
  const now = new Date();
  const text = /^Bearer (mk_\w+)$/.exec(event.headers.authorization ?? '')?.[1];
  const key = text && (await findManagementKey(text, now));
  if (!key) throw new ProductError('Unauthenticated');
  const caller = await getCaller(key.auth_user_id);
  const isAdmin = caller?.user.org_id === key.org_id && caller.user.role === 'admin';
  if (!caller || !isAdmin) throw new ProductError('Unauthenticated');
  const { manages } = endpoint;
  if (!manages || (manages !== 'any' && !allows(key.scopes, manages))) {
    throw new ProductError('KeyRestricted', `This key lacks the scope ${manages}.`);
  }
  await noteUse(key, now);
  const { user, sessions } = caller;
  const principal = requireMember({
    authUserId: key.auth_user_id,
    // No session: what needs a fresh sign-in is refused.
    clientId: '',
    sessionId: key.key_id,
    startedAt: Number.NaN,
    email: user.email,
    emailVerified: true,
    network: networkOf(event),
    user,
    sessions,
    lacksSecondFactor: false,
  });
  return { ...principal, scopes: key.scopes, managementKey: { id: key.key_id, name: key.name } };
}

/** Like `member`. A key sees what members see: texts of keys that it has not made stay hidden. */
export const managingMember = /* @__PURE__ */ principalResolver(
  'member',
  async (event, endpoint): Promise<ManagingPrincipal> => {
    if (!isManagement(event)) return (await member(event, endpoint)).principal;
    const holder = await holderOf(event, endpoint);
    return { ...holder, user: { ...holder.user, role: 'member' } };
  },
);

/** Like `admin`. */
export const managingAdmin = /* @__PURE__ */ principalResolver(
  'admin',
  async (event, endpoint): Promise<ManagingPrincipal> =>
    isManagement(event)
      ? requireAdmin(await holderOf(event, endpoint))
      : (await admin(event, endpoint)).principal,
);
