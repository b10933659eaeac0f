import { userOf } from './callers.ts';
import { principalResolver } from './principal.ts';
import { verifyToken } from './verify-token.ts';

/** Anybody, signed in or not. Throws `Unauthenticated` for an identity token that is not valid. */
export const visitor = principalResolver('visitor', async (event) => {
  const { authorization, 'x-thread-token': threadToken } = event.headers;
  const signedIn = authorization ? await userOf(await verifyToken(authorization)) : undefined;
  return { user: signedIn?.user, threadToken, address: addressOf(event) };
});

/**
 * CloudFront adds the address of the visitor to `x-forwarded-for`, and API Gateway adds CloudFront's. What
 * stands before them is whatever the visitor sent. Calls past CloudFront can name any address: the limit
 * for all visitors together holds for them.
 */
function addressOf(event: {
  headers: Record<string, string | undefined>;
  requestContext: { http: { sourceIp: string } };
}): string {
  const hops = (event.headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-2) ?? event.requestContext.http.sourceIp;
}
