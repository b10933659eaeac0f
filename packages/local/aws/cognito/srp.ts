import {
  createHash,
  createHmac,
  getDiffieHellman,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * Server side of SRP-6a as Cognito speaks it: RFC 5054's 3072-bit group, SHA-256, and an HKDF of one
 * block. Numbers are hashed as Java's `BigInteger.toByteArray` writes them (a sign byte where the top
 * bit is set). JavaScript's BigInt is not constant-time, which a service on one's own machine may be.
 */
const N = toNumber(getDiffieHellman('modp15').getPrime('hex'));
const g = 2n;
const k = toNumber(hashHex(padded(N) + padded(g)));

/** Stored instead of a password. Both in hexadecimal. */
export interface Verifier {
  salt: string;
  verifier: string;
}

/** The server's half of a running handshake. */
export interface Handshake {
  /** Client's public number, hexadecimal. */
  A: string;
  /** Server's secret exponent and public number, hexadecimal. */
  b: string;
  B: string;
  /** The values that check the client's proof. */
  verifier: string;
}

export interface Claim {
  poolName: string;
  userId: string;
  /** Base64, as it was sent with the challenge. */
  secretBlock: string;
  timestamp: string;
  /** Base64 HMAC by which the client proves that it knows the password. */
  signature: string;
}

/** Verifier of a password. `poolName` is the pool id without its region, `userId` never changes. */
export function createVerifier(poolName: string, userId: string, password: string): Verifier {
  const salt = randomBytes(16).toString('hex');
  return { salt, verifier: verifierOf(salt, poolName, userId, password) };
}

/** Whether a plain password (`USER_PASSWORD_AUTH`) fits the verifier. */
export function matchesVerifier(
  stored: Verifier,
  poolName: string,
  userId: string,
  password: string,
): boolean {
  const computed = verifierOf(stored.salt, poolName, userId, password);
  return equal(Buffer.from(computed), Buffer.from(stored.verifier));
}

/**
 * Answers the client's `SRP_A`. Returns undefined for a number that would make the session key predictable.
 */
export function openHandshake(A: string, verifier: string): Handshake | undefined {
  if (!/^[0-9a-f]{1,768}$/i.test(A) || toNumber(A) % N === 0n) return undefined;
  // OpenSSL raises g five times as fast as `modPow`, and every stranger can ask for this.
  const keys = getDiffieHellman('modp15');
  const gb = toNumber(keys.generateKeys('hex'));
  const B = (k * toNumber(verifier) + gb) % N;
  return { A, b: keys.getPrivateKey('hex'), B: B.toString(16), verifier };
}

/** Whether the client's signature proves that it knows the password. */
export function verifyClaim(handshake: Handshake, claim: Claim): boolean {
  const [A, B] = [toNumber(handshake.A), toNumber(handshake.B)];
  const u = toNumber(hashHex(padded(A) + padded(B)));
  if (u === 0n) return false;
  const shared = modPow((A * modPow(toNumber(handshake.verifier), u)) % N, toNumber(handshake.b));
  const expected = createHmac('sha256', sessionKey(shared, u))
    .update(claim.poolName)
    .update(claim.userId)
    .update(Buffer.from(claim.secretBlock, 'base64'))
    .update(claim.timestamp)
    .digest();
  return equal(expected, Buffer.from(claim.signature, 'base64'));
}

function verifierOf(salt: string, poolName: string, userId: string, password: string): string {
  const identity = createHash('sha256').update(`${poolName}${userId}:${password}`).digest('hex');
  const x = toNumber(hashHex(padded(toNumber(salt)) + identity));
  return modPow(g, x).toString(16);
}

function sessionKey(shared: bigint, u: bigint): Buffer {
  const extracted = createHmac('sha256', Buffer.from(padded(u), 'hex'))
    .update(Buffer.from(padded(shared), 'hex'))
    .digest();
  return createHmac('sha256', extracted)
    .update('Caldera Derived Key\u0001')
    .digest()
    .subarray(0, 16);
}

function modPow(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let power = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * power) % N;
    power = (power * power) % N;
  }
  return result;
}

function padded(number: bigint): string {
  const hex = number.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return /^[89a-f]/.test(even) ? `00${even}` : even;
}

function toNumber(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

function hashHex(hex: string): string {
  return createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
}

function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
