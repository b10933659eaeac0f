import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import type { JwtAuthorizer } from '#local/assembly/routes.ts';
import type { Clock } from '#local/clock.ts';
import type { Claims } from './api-event.ts';

/** Public keys of a user pool, by its issuer. */
export type KeysOf = (issuer: string) => Promise<JSONWebKeySet>;

const maxVerified = 500;

/**
 * Checks tokens as an HTTP API's JWT authorizer does: signature, issuer, audience (`aud`, or
 * `client_id` for access tokens), `exp`, `nbf`. Returns the claims, or undefined if the token is refused.
 */
export function openAuthorizer(keysOf: KeysOf, clock: Clock) {
  const keySets = new Map<string, ReturnType<typeof createLocalJWKSet>>();
  const keySet = async (issuer: string) => {
    const known = keySets.get(issuer);
    if (known) return known;
    const created = createLocalJWKSet(await keysOf(issuer));
    keySets.set(issuer, created);
    return created;
  };
  // People send the same token with every request. For a verified one, only the expiry is checked again.
  const verified = new Map<string, JWTPayload>();
  const verify = async (token: string, issuer: string): Promise<JWTPayload> => {
    const known = verified.get(`${issuer} ${token}`);
    if (known && clock.now() < known.exp! * 1000) return known;
    const { payload } = await jwtVerify(token, await keySet(issuer), {
      issuer,
      currentDate: new Date(clock.now()),
      algorithms: ['RS256'],
      requiredClaims: ['exp'],
    });
    if (verified.size >= maxVerified) verified.clear();
    verified.set(`${issuer} ${token}`, payload);
    return payload;
  };
  return async (
    header: string | undefined,
    authorizer: JwtAuthorizer,
  ): Promise<Claims | undefined> => {
    const token = header?.replace(/^Bearer\s+/i, '').trim();
    if (!token) return undefined;
    // Outside the `try`: if no pool has this issuer, the template is wrong, not the token.
    await keySet(authorizer.issuer);
    try {
      const payload = await verify(token, authorizer.issuer);
      const audiences = [payload.aud ?? payload.client_id].flat();
      const accepted = audiences.some((item) => authorizer.audience.includes(String(item)));
      return accepted ? asText(payload) : undefined;
    } catch {
      // The caller learns only that the token is refused, not why.
      return undefined;
    }
  };
}

/** Claims reach the function as text; lists as `[a b]`. */
function asText(payload: object): Claims {
  const text = (value: unknown) => (Array.isArray(value) ? `[${value.join(' ')}]` : String(value));
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, text(value)]));
}
