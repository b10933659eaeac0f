import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { clientId, openTestPool, poolId } from './test-pool.ts';

const email = 'ada@example.org';
const password = 'correct horse 1';

async function signedIn(changes: Parameters<typeof openTestPool>[0] = {}) {
  const pool = await openTestPool(changes);
  await pool.signUp(email, password);
  const { AuthenticationResult } = await pool.signIn(email, password);
  const refresh = () =>
    pool.call('GetTokensFromRefreshToken', {
      ClientId: clientId,
      RefreshToken: AuthenticationResult.RefreshToken,
    });
  const getUser = (AccessToken: string = AuthenticationResult.AccessToken) =>
    pool.call('GetUser', { AccessToken });
  return { ...pool, ...AuthenticationResult, refresh, getUser };
}

test('tokens carry the claims of Cognito', async () => {
  const { IdToken, AccessToken, ExpiresIn } = await signedIn({
    client: {
      AccessTokenValidity: 20,
      IdTokenValidity: 30,
    },
  });
  const id = decodeJwt(IdToken);
  const access = decodeJwt(AccessToken);
  expect(id).toMatchObject({
    aud: clientId,
    token_use: 'id',
    email,
    email_verified: true,
    'cognito:username': id.sub,
    iss: `https://cognito-idp.eu-west-1.amazonaws.com/${poolId}`,
  });
  expect(access).toMatchObject({
    client_id: clientId,
    token_use: 'access',
    username: id.sub,
    origin_jti: id.origin_jti,
    scope: 'aws.cognito.signin.user.admin',
  });
  expect([access.exp! - access.iat!, id.exp! - id.iat!, ExpiresIn]).toEqual([1200, 1800, 1200]);
  expect(access.jti).not.toBe(id.jti);
});

test('forged, expired and foreign access tokens are refused', async () => {
  const { AccessToken, IdToken, getUser, clock } = await signedIn();
  const [header, , signature] = AccessToken.split('.');
  const claims = { ...decodeJwt(AccessToken), username: 'other' };
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const hmac = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode('x'.repeat(32)));
  for (const token of [`${header}.${body}.${signature}`, `${none}.${body}.`, hmac, IdToken, 'x']) {
    await expect(getUser(token)).rejects.toMatchObject({ message: 'Invalid Access Token' });
  }
  clock.advancedMs += 3601e3;
  await expect(getUser()).rejects.toMatchObject({ message: 'Access Token has expired' });
});

test('a refresh token works until it expires, is revoked, or the user is gone', async () => {
  const { refresh, call, clock, RefreshToken } = await signedIn();
  clock.advancedMs += 29 * 86400e3;
  expect((await refresh()).AuthenticationResult).toHaveProperty('IdToken');
  const flow = { ClientId: clientId, AuthFlow: 'REFRESH_TOKEN_AUTH' };
  const AuthParameters = { REFRESH_TOKEN: RefreshToken };
  expect(await call('InitiateAuth', { ...flow, AuthParameters })).toHaveProperty(
    'AuthenticationResult',
  );
  clock.advancedMs += 2 * 86400e3;
  await expect(refresh()).rejects.toMatchObject({ message: 'Refresh Token has expired' });

  const revoked = await signedIn();
  await revoked.call('RevokeToken', { ClientId: clientId, Token: revoked.RefreshToken });
  await expect(revoked.refresh()).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  await expect(revoked.getUser()).rejects.toMatchObject({
    message: 'Access Token has been revoked',
  });
  expect(await revoked.call('RevokeToken', { ClientId: clientId, Token: 'unknown' })).toEqual({});
});

test('where refresh tokens rotate, one works for a minute after it was replaced', async () => {
  const rotating = { RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 } };
  const { call, clock, RefreshToken } = await signedIn({ client: rotating });
  const use = async (token: string): Promise<string> =>
    (await call('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken: token }))
      .AuthenticationResult.RefreshToken;
  const second = await use(RefreshToken);
  expect(second).not.toBe(RefreshToken);
  // Another tab, or an answer that was lost.
  const third = await use(RefreshToken);
  expect(new Set([RefreshToken, second, third]).size).toBe(3);
  clock.advancedMs += 61e3;
  await expect(use(RefreshToken)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  for (const token of [second, third]) expect(await use(token)).toEqual(expect.any(String));
});

test.each(['AdminUserGlobalSignOut', 'AdminDeleteUser'])(
  '%s ends every session',
  async (operation) => {
    const { call, refresh, getUser } = await signedIn();
    await call(operation, { UserPoolId: poolId, Username: email });
    await expect(refresh()).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    await expect(getUser()).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  },
);

test('users, sessions and the key survive a restart; the folder holds no password', async () => {
  const before = await signedIn({ dataDir: mkdtempSync(join(tmpdir(), 'cognito-')) });
  const keys = await before.cognito.jwks(poolId);
  const { dataDir } = before;
  for (const name of readdirSync(dataDir)) {
    const file = join(dataDir, name);
    expect(`${name} ${statSync(file).mode & 0o077}`).toBe(`${name} 0`);
    expect(readFileSync(file).includes(password)).toBe(false);
    expect(readFileSync(file).includes(before.RefreshToken)).toBe(false);
  }
  // The pool is not closed, as if the process had been killed.
  const after = await openTestPool({ dataDir });
  expect(await after.cognito.jwks(poolId)).toEqual(keys);
  expect(await after.call('GetUser', { AccessToken: before.AccessToken })).toHaveProperty(
    'Username',
  );
  expect(await after.signIn(email, password)).toHaveProperty('AuthenticationResult');
});

test('a damaged key or database is named, with the remedy', async () => {
  const { dataDir, cognito } = await openTestPool();
  await cognito.close();
  const key = join(dataDir, 'cognito-signing-key.pem');
  const pem = readFileSync(key);
  writeFileSync(key, 'garbage');
  await expect(openTestPool({ dataDir })).rejects.toThrow(/cognito-signing-key\.pem .*delete it/);
  writeFileSync(key, pem);
  writeFileSync(join(dataDir, 'cognito.sqlite'), 'garbage '.repeat(1000));
  await expect(openTestPool({ dataDir })).rejects.toThrow(/cognito\.sqlite .*delete it/);
});
