import { Amplify } from 'aws-amplify';
import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  fetchAuthSession,
  fetchUserAttributes,
  resetPassword,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttributes,
} from 'aws-amplify/auth';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clientId, openTestPool, poolId, serveJson } from './test-pool.ts';

let pool: Awaited<ReturnType<typeof openTestPool>>;
let server: Awaited<ReturnType<typeof serveJson>>;
/** The last answer to a challenge that the client sent. */
let answered: Record<string, unknown>;
const password = 'correct horse 1';

beforeAll(async () => {
  pool = await openTestPool();
  server = await serveJson(pool.cognito, (operation, input) => {
    if (operation === 'RespondToAuthChallenge') answered = input;
  });
  const userPoolEndpoint = server.url;
  Amplify.configure({
    Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint } },
  });
});
beforeEach(() => signOut());
afterAll(async () => {
  server.close();
  await pool.cognito.close();
});

test('sign up, confirm, sign in by SRP, refresh, change the password, sign out', async () => {
  const username = 'Ada@Example.org';
  const started = await signUp({
    username,
    password,
    options: { userAttributes: { email: username, name: 'Ada' } },
  });
  expect(started.nextStep).toMatchObject({
    signUpStep: 'CONFIRM_SIGN_UP',
    codeDeliveryDetails: { destination: 'A***@E***' },
  });
  expect(await signIn({ username, password })).toMatchObject({
    nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
  });
  await confirmSignUp({ username, confirmationCode: pool.code() });
  expect(await signIn({ username: 'ada@example.org', password })).toMatchObject({
    isSignedIn: true,
  });

  const { tokens, userSub } = await fetchAuthSession();
  const keys = createLocalJWKSet(await pool.cognito.jwks(poolId));
  const { payload } = await jwtVerify(String(tokens?.idToken), keys, {
    issuer: `https://cognito-idp.eu-west-1.amazonaws.com/${poolId}`,
    audience: clientId,
  });
  expect(payload).toMatchObject({
    sub: userSub,
    email: username,
    email_verified: true,
    name: 'Ada',
    token_use: 'id',
    'cognito:username': userSub,
  });
  const refreshed = await fetchAuthSession({ forceRefresh: true });
  expect(refreshed.tokens?.accessToken.payload.jti).not.toBe(tokens?.accessToken.payload.jti);
  expect(refreshed.tokens?.accessToken.payload.origin_jti).toBe(payload.origin_jti);

  await updateUserAttributes({ userAttributes: { name: 'Ada L.' } });
  expect(await fetchUserAttributes()).toMatchObject({ name: 'Ada L.', email: username });
  await expect(
    updatePassword({ oldPassword: 'wrong horse 11', newPassword: 'new horse 123' }),
  ).rejects.toThrow('Incorrect username or password.');
  await updatePassword({ oldPassword: password, newPassword: 'new horse 123' });
  const accessToken = String(refreshed.tokens?.accessToken);
  await signOut();
  await expect(pool.call('GetUser', { AccessToken: accessToken })).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Access Token has been revoked',
  });
  await expect(signIn({ username, password })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
  expect(await signIn({ username, password: 'new horse 123' })).toMatchObject({ isSignedIn: true });
});

test('sign in by plain password', async () => {
  await pool.signUp('bob@example.org', password);
  const options = { authFlowType: 'USER_PASSWORD_AUTH' } as const;
  expect(await signIn({ username: 'bob@example.org', password, options })).toMatchObject({
    isSignedIn: true,
  });
});

test('an invited user sets a new password', async () => {
  const username = 'eve@example.org';
  await pool.call('AdminCreateUser', {
    UserPoolId: poolId,
    Username: username,
    DesiredDeliveryMediums: ['EMAIL'],
    UserAttributes: [
      { Name: 'email_verified', Value: 'true' },
      { Name: 'custom:role', Value: 'member' },
    ],
  });
  const temporary = /password is (\S+)\.$/.exec(pool.mails.at(-1)?.text ?? '')?.[1] ?? '';
  expect(await signIn({ username, password: temporary })).toMatchObject({
    nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED' },
  });
  await expect(confirmSignIn({ challengeResponse: 'short' })).rejects.toMatchObject({
    name: 'InvalidPasswordException',
  });
  expect(await confirmSignIn({ challengeResponse: 'brand new 42' })).toMatchObject({
    isSignedIn: true,
  });
  const { tokens } = await fetchAuthSession();
  expect(tokens?.idToken?.payload['custom:role']).toBe('member');
});

test('a forgotten password is reset with a mailed code', async () => {
  const username = 'dan@example.org';
  await pool.signUp(username, password);
  await resetPassword({ username });
  await confirmResetPassword({
    username,
    confirmationCode: pool.code(),
    newPassword: 'another 1234',
  });
  expect(await signIn({ username, password: 'another 1234' })).toMatchObject({ isSignedIn: true });
});

test('an unknown user gets the same answer as a wrong password', async () => {
  await expect(signIn({ username: 'nobody@example.org', password })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
  expect(await resetPassword({ username: 'nobody@example.org' })).toMatchObject({
    nextStep: { codeDeliveryDetails: { destination: 'n***@e***' } },
  });
});

test('a proof of the password cannot be used again', async () => {
  await pool.signUp('fay@example.org', password);
  await signIn({ username: 'fay@example.org', password });
  expect(answered.ChallengeName).toBe('PASSWORD_VERIFIER');
  await expect(pool.call('RespondToAuthChallenge', answered)).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
});
