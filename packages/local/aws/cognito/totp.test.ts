import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { clientId, openTestPool, poolId } from './test-pool.ts';

const email = 'ada@example.org';
const password = 'correct horse 1';
const admin = { UserPoolId: poolId, Username: email };
const enable = { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } };

/** The code that an app with this secret shows now, or `ahead` steps from now. */
function codeOf(secretCode: string, ahead = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secretCode) });
  return app.generate({ timestamp: Date.now() + ahead * 30_000 });
}
const wrong = (secretCode: string) =>
  [-1, 0, 1].some((ahead) => codeOf(secretCode, ahead) === '000000') ? '000001' : '000000';

/** A signed-in user who has set up an app, and the app's secret. */
async function withApp() {
  const pool = await openTestPool();
  await pool.signUp(email, password);
  const { AuthenticationResult } = await pool.signIn(email, password);
  const own = (operation: string, input: object = {}) =>
    pool.call(operation, { AccessToken: AuthenticationResult.AccessToken, ...input });
  const { SecretCode } = await own('AssociateSoftwareToken');
  const respond = ({ ChallengeName, Session }: Record<string, string>, code: string) =>
    pool.call('RespondToAuthChallenge', {
      ClientId: clientId,
      ChallengeName,
      Session,
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code },
    });
  const setUp = async () => {
    await own('VerifySoftwareToken', { UserCode: codeOf(SecretCode, -1) });
    await own('SetUserMFAPreference', enable);
  };
  return { ...pool, own, respond, secret: SecretCode as string, setUp };
}

test('after its set-up, an authenticator app is asked for at each sign-in', async () => {
  const { own, respond, secret, signIn } = await withApp();
  await expect(own('SetUserMFAPreference', enable)).rejects.toMatchObject({
    code: 'InvalidParameterException',
  });
  await expect(own('VerifySoftwareToken', { UserCode: wrong(secret) })).rejects.toMatchObject({
    code: 'EnableSoftwareTokenMFAException',
  });
  expect(await own('VerifySoftwareToken', { UserCode: codeOf(secret) })).toEqual({
    Status: 'SUCCESS',
  });
  expect(await signIn(email, password)).toHaveProperty('AuthenticationResult');
  await own('SetUserMFAPreference', enable);
  expect(await own('GetUser')).toMatchObject({ PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' });
  const challenge = await signIn(email, password);
  expect(challenge.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  await expect(respond(challenge, wrong(secret))).rejects.toMatchObject({
    code: 'CodeMismatchException',
  });
  expect(await respond(challenge, codeOf(secret, 1))).toHaveProperty('AuthenticationResult');
});

test('a code works once', async () => {
  const { respond, secret, signIn, setUp } = await withApp();
  await setUp();
  const code = codeOf(secret);
  await respond(await signIn(email, password), code);
  await expect(respond(await signIn(email, password), code)).rejects.toMatchObject({
    code: 'ExpiredCodeException',
  });
});

test('beginning to set up another app does not end the first one', async () => {
  const { own, respond, secret, signIn, setUp } = await withApp();
  await setUp();
  await own('AssociateSoftwareToken');
  const challenge = await signIn(email, password);
  expect(challenge.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  expect(await respond(challenge, codeOf(secret))).toHaveProperty('AuthenticationResult');
});

test('replacing a temporary password also needs the code', async () => {
  const { call, signIn, setUp } = await withApp();
  await setUp();
  await call('AdminSetUserPassword', { ...admin, Password: 'temporary 123' });
  const { ChallengeName, Session } = await signIn(email, 'temporary 123');
  const answer = await call('RespondToAuthChallenge', {
    ClientId: clientId,
    ChallengeName,
    Session,
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD: 'brand new 42' },
  });
  expect(answer).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  expect(answer).not.toHaveProperty('AuthenticationResult');
});
