import { principalResolver } from '#core/request/caller-resolver.ts';
import type { UserRecord } from './accounts.ts';
import { userOf } from './callers.ts';
import { requireSecondFactor } from './principal.ts';
import { verifyToken } from './verify-token.ts';

/** Anybody, signed in or not. */
export interface VisitorPrincipal {
  /** Who is signed in. */
  user: UserRecord | undefined;
  /** Opens a thread that belongs to nobody. */
  threadToken: string | undefined;
  /** Network address of the caller. */
  address: string;
}

/** Anybody, signed in or not. Throws for an identity token as `user` does. */
export const visitor = principalResolver('visitor', async (event): Promise<VisitorPrincipal> => {
  const { authorization, 'x-thread-token': threadToken } = event.headers;
  const signedIn = authorization
    ? requireSecondFactor(await userOf(await verifyToken(authorization)))
    : undefined;
  return { user: signedIn?.user, threadToken, address: addressOf(event) };
});

/**
 * CloudFront appends the visitor's address to `x-forwarded-for`, and API Gateway appends CloudFront's. The
 * entries before these two come from the visitor and are not trusted. Callers who bypass CloudFront can
 * invent an address; the limit for all visitors together still applies to them.
 */
function addressOf(event: {
  headers: Record<string, string | undefined>;
  requestContext: { http: { sourceIp: string } };
}): string {
  const hops = (event.headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-2) ?? event.requestContext.http.sourceIp;
}
