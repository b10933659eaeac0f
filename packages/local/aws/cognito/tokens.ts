import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { AwsError } from '#local/aws/service.ts';
import type { Client } from './client.ts';
import type { Cognito, SignedIn } from './context.ts';
import type { Session, User } from './user.ts';

export const newRefreshToken = () => randomBytes(96).toString('base64url');

/** Opens a session for an authenticated user. Returns the answer's `AuthenticationResult`. */
export async function startSession(cognito: Cognito, { pool, client, user }: SignedIn) {
  const now = cognito.clock.now();
  const refreshToken = newRefreshToken();
  const session: Session = {
    id: randomUUID(),
    poolId: pool.id,
    clientId: client.id,
    username: user.username,
    tokenHash: hashToken(refreshToken),
    authTime: Math.floor(now / 1000),
    expiresAt: now + client.refreshTokenMs,
  };
  const signedIn = { pool, client, user };
  const tokens = await issueTokens(cognito, signedIn, session);
  cognito.store.addSession(session, now);
  return { ...tokens, RefreshToken: refreshToken };
}

/** New ID and access tokens of a session. */
export async function issueTokens(
  cognito: Cognito,
  { pool, client, user }: SignedIn,
  session: Session,
) {
  const common = {
    sub: user.attributes.sub,
    iss: cognito.issuer(pool.id),
    origin_jti: session.id,
    event_id: randomUUID(),
    auth_time: session.authTime,
    iat: Math.floor(cognito.clock.now() / 1000),
  };
  const id = {
    ...common,
    ...idAttributes(user, client),
    'cognito:username': user.username,
    aud: client.id,
    token_use: 'id',
  };
  const access = {
    ...common,
    client_id: client.id,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    username: user.username,
  };
  return {
    IdToken: await sign(cognito, id, client.idTokenMs),
    AccessToken: await sign(cognito, access, client.accessTokenMs),
    ExpiresIn: client.accessTokenMs / 1000,
    TokenType: 'Bearer',
  };
}

/**
 * The user of an access token. Throws `NotAuthorizedException` unless the token is of this pool, valid and
 * not revoked.
 */
export async function readAccessToken(
  cognito: Cognito,
  token: string,
): Promise<SignedIn & { session: Session }> {
  const { payload } = await jwtVerify(token, cognito.key.publicKey, {
    algorithms: ['RS256'],
    currentDate: new Date(cognito.clock.now()),
  }).catch((error: unknown) => {
    const expired = error instanceof errors.JWTExpired;
    throw notAuthorized(expired ? 'Access Token has expired' : 'Invalid Access Token');
  });
  const client = cognito.clients.get(String(payload.client_id));
  const pool = client && cognito.pools.get(client.poolId);
  if (payload.token_use !== 'access' || !pool || payload.iss !== cognito.issuer(pool.id)) {
    throw notAuthorized('Invalid Access Token');
  }
  const session = cognito.store.sessionById(String(payload.origin_jti));
  if (!session) throw notAuthorized('Access Token has been revoked');
  const user = cognito.store.user(pool.id, session.username);
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
  return { pool, client, user, session };
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function notAuthorized(message: string): AwsError {
  return new AwsError('NotAuthorizedException', message);
}

function idAttributes(user: User, { readable }: Client): Record<string, string | boolean> {
  const claims: Record<string, string | boolean> = {};
  for (const [name, value] of Object.entries(user.attributes)) {
    if (!readable.has(name) && name !== 'sub') continue;
    claims[name] = name.endsWith('_verified') ? value === 'true' : value;
  }
  return claims;
}

function sign({ key }: Cognito, claims: Record<string, unknown>, validMs: number): Promise<string> {
  const exp = Number(claims.iat) + validMs / 1000;
  return new SignJWT({ ...claims, exp, jti: randomUUID() })
    .setProtectedHeader({ kid: key.jwk.kid, alg: 'RS256' })
    .sign(key.privateKey);
}
