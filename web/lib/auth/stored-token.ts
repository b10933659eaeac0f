/** Claims of an identity token that the app reads. */
export interface IdentityClaims {
  sub?: unknown;
  email?: unknown;
  name?: unknown;
  exp?: unknown;
}

interface StoredToken {
  text: string;
  claims: IdentityClaims;
}

const lastUserKey = /^CognitoIdentityServiceProvider\.[^.]+\.LastAuthUser$/;

/** A token that ends sooner is left to the identity provider's library, which renews it. */
const leastLeftMs = 60_000;

/**
 * The identity token that the library of the identity provider keeps in the browser. Reading it here spares most pages
 * the library, which is 40 KB, compressed, and takes a request for the configuration first. Undefined if the library has
 * to decide: nobody is signed in, the token ends soon, or there are sessions of several user pools.
 */
export function readStoredToken(
  storage: Pick<Storage, 'length' | 'key' | 'getItem'>,
  now: number,
): StoredToken | undefined {
  const keys = Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '');
  const [key, ...others] = keys.filter((one) => lastUserKey.test(one));
  if (!key || others.length > 0) return undefined;
  const user = key.replace(/LastAuthUser$/, `${storage.getItem(key)}`);
  const text = storage.getItem(`${user}.idToken`);
  if (!text) return undefined;
  const claims = claimsOf(text);
  // The library has noted by how many milliseconds the clock of the user pool is ahead of this device's.
  const drift = Number(storage.getItem(`${user}.clockDrift`) ?? 0);
  const leftMs = Number(claims.exp) * 1000 - (now + drift);
  return leftMs >= leastLeftMs ? { text, claims } : undefined;
}

/** The claims of a token, whose signature the server checks; none if it is not a token. */
function claimsOf(token: string): IdentityClaims {
  try {
    const [, payload = ''] = token.split('.');
    const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return {};
  }
}
