import { principalResolver } from '#core/request/caller-resolver.ts';
import { networkOf } from '#core/request/network-of.ts';
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
  /** The caller's network. */
  address: string;
}

/** Anybody, signed in or not. Throws for an identity token as `user` does. */
export const visitor = principalResolver('visitor', async (event): Promise<VisitorPrincipal> => {
  const { authorization, 'x-thread-token': threadToken } = event.headers;
  const network = networkOf(event);
  const signedIn = authorization
    ? requireSecondFactor(await userOf(await verifyToken(authorization, network)))
    : undefined;
  return { user: signedIn?.user, threadToken, address: network };
});
