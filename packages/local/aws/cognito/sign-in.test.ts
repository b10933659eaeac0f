import { expect, test } from 'vitest';
import { clientId, clientProperties, openTestPool, poolId, resource } from './test-pool.ts';

const email = 'ada@example.org';
const password = 'correct horse 1';
const admin = { UserPoolId: poolId, Username: email };

async function withUser(changes: Parameters<typeof openTestPool>[0] = {}) {
  const pool = await openTestPool(changes);
  await pool.signUp(email, password);
  return pool;
}

const wrongPassword = {
  code: 'NotAuthorizedException',
  message: 'Incorrect username or password.',
};

test('wrong passwords lock out longer each time, until a correct one', async () => {
  const pool = await withUser();
  for (let i = 0; i < 5; i++) {
    await expect(pool.signIn(email, 'wrong horse 1')).rejects.toMatchObject(wrongPassword);
  }
  await expect(pool.signIn(email, password)).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Password attempts exceeded',
  });
  pool.clock.advancedMs += 1100;
  await expect(pool.signIn(email, 'wrong horse 1')).rejects.toMatchObject(wrongPassword);
  pool.clock.advancedMs += 1100;
  await expect(pool.signIn(email, password)).rejects.toMatchObject({
    message: 'Password attempts exceeded',
  });
  pool.clock.advancedMs += 1000;
  expect(await pool.signIn(email, password)).toHaveProperty('AuthenticationResult');
});

test('an unknown user is locked out like a real one', async () => {
  const pool = await openTestPool();
  for (let i = 0; i < 5; i++) {
    await expect(pool.signIn('no@example.org', password)).rejects.toMatchObject(wrongPassword);
  }
  await expect(pool.signIn('no@example.org', password)).rejects.toMatchObject({
    message: 'Password attempts exceeded',
  });
});

test('an unknown user gets the same answer to SRP each time', async () => {
  const pool = await openTestPool();
  const AuthParameters = { USERNAME: 'no@example.org', SRP_A: 'abc123' };
  const begin = () =>
    pool.call('InitiateAuth', { ClientId: clientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters });
  const [first, second] = [await begin(), await begin()];
  expect(first.ChallengeName).toBe('PASSWORD_VERIFIER');
  const { SALT, USER_ID_FOR_SRP } = first.ChallengeParameters;
  expect(second.ChallengeParameters).toMatchObject({ SALT, USER_ID_FOR_SRP });
  expect(USER_ID_FOR_SRP).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

test.each(['0', '00', 'xyz', 'f'.repeat(769)])('SRP_A %s is refused', async (SRP_A) => {
  const pool = await withUser();
  const AuthParameters = { USERNAME: email, SRP_A };
  await expect(
    pool.call('InitiateAuth', { ClientId: clientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters }),
  ).rejects.toMatchObject({ code: 'InvalidParameterException' });
});

test('unconfirmed users do not get in', async () => {
  const pool = await openTestPool();
  await pool.call('SignUp', { ClientId: clientId, Username: email, Password: password });
  await expect(pool.signIn(email, password)).rejects.toMatchObject({
    code: 'UserNotConfirmedException',
    message: 'User is not confirmed.',
  });
  await pool.call('ConfirmSignUp', {
    ClientId: clientId,
    Username: email,
    ConfirmationCode: pool.code(),
  });
  expect(await pool.signIn(email, password)).toHaveProperty('AuthenticationResult');
});

test('a client allows only the flows that it declares', async () => {
  const pool = await withUser({ client: { ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] } });
  await expect(pool.signIn(email, password)).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'USER_PASSWORD_AUTH flow not enabled for this client',
  });
  await expect(
    pool.call('InitiateAuth', { ClientId: clientId, AuthFlow: 'CUSTOM_AUTH' }),
  ).rejects.toMatchObject({ message: 'AuthFlow CUSTOM_AUTH is not emulated' });
});

test('NEW_PASSWORD_REQUIRED accepts its session once, in time, and from the same client', async () => {
  const pool = await openTestPool();
  const other = 'otherclient000000000000001';
  await pool.cognito.declare(resource('AWS::Cognito::UserPoolClient', other, clientProperties));
  const temporary = { TemporaryPassword: 'temporary 123', MessageAction: 'SUPPRESS' };
  await pool.call('AdminCreateUser', { ...admin, ...temporary });
  const { Session } = await pool.signIn(email, 'temporary 123');
  const respond = (changes: object) =>
    pool.call('RespondToAuthChallenge', {
      ClientId: clientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME: email, NEW_PASSWORD: 'brand new 42' },
      ...changes,
    });
  const refused = { code: 'NotAuthorizedException' };
  await expect(respond({ Session: 'bogus' })).rejects.toMatchObject(refused);
  await expect(respond({ Session: `A${Session.slice(1)}A` })).rejects.toMatchObject(refused);
  await expect(respond({ ClientId: other })).rejects.toMatchObject(refused);
  const totp = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: '123456' };
  await expect(
    respond({ ChallengeName: 'SOFTWARE_TOKEN_MFA', ChallengeResponses: totp }),
  ).rejects.toMatchObject(refused);
  const role = {
    USERNAME: email,
    NEW_PASSWORD: 'brand new 42',
    'userAttributes.custom:role': 'admin',
  };
  await expect(respond({ ChallengeResponses: role })).rejects.toMatchObject({
    message: 'userAttributes.custom:role is not emulated',
  });
  expect(await respond({})).toHaveProperty('AuthenticationResult');
  await expect(respond({})).rejects.toMatchObject(refused);

  await pool.call('AdminSetUserPassword', {
    ...admin,
    Password: 'temporary 123',
    Permanent: false,
  });
  const late = await pool.signIn(email, 'temporary 123');
  pool.clock.advancedMs += 4 * 60e3;
  await expect(respond({ Session: late.Session })).rejects.toMatchObject(refused);
});

test('a temporary password expires', async () => {
  const pool = await openTestPool();
  await pool.call('AdminCreateUser', {
    ...admin,
    TemporaryPassword: 'temporary 123',
    MessageAction: 'SUPPRESS',
  });
  pool.clock.advancedMs += 8 * 86400e3;
  await expect(pool.signIn(email, 'temporary 123')).rejects.toMatchObject({
    message: 'Temporary password has expired and must be reset by an administrator.',
  });
});

test.each([
  [{ NEW_PASSWORD: 'brand new 42' }, expect.stringMatching(/^USERNAME: /)],
  [
    { USERNAME: email, NEW_PASSWORD: 'brand new 42', 'userAttributes.email': 'b@example.org' },
    'userAttributes.email is not emulated',
  ],
  [{ USERNAME: email, NEW_PASSWORD: 'brand new 42', COLOUR: 'red' }, 'COLOUR is not emulated'],
])('answering NEW_PASSWORD_REQUIRED with %j is refused', async (ChallengeResponses, message) => {
  const pool = await openTestPool();
  const temporary = { TemporaryPassword: 'temporary 123', MessageAction: 'SUPPRESS' };
  await pool.call('AdminCreateUser', { ...admin, ...temporary });
  const { ChallengeName, Session } = await pool.signIn(email, 'temporary 123');
  const answer = { ClientId: clientId, ChallengeName, Session, ChallengeResponses };
  await expect(pool.call('RespondToAuthChallenge', answer)).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message,
  });
});

test('clients that send the proof of the password again may replace a temporary password', async () => {
  const pool = await openTestPool();
  const temporary = { TemporaryPassword: 'temporary 123', MessageAction: 'SUPPRESS' };
  await pool.call('AdminCreateUser', { ...admin, ...temporary });
  const { ChallengeName, Session } = await pool.signIn(email, 'temporary 123');
  // As pycognito's `set_new_password_challenge` builds it: the answer to PASSWORD_VERIFIER, updated.
  const answer = {
    ClientId: clientId,
    ChallengeName,
    Session,
    ChallengeResponses: {
      TIMESTAMP: 'Sat Nov 21 10:00:00 UTC 2026',
      USERNAME: email,
      PASSWORD_CLAIM_SECRET_BLOCK: 'c2VjcmV0',
      PASSWORD_CLAIM_SIGNATURE: 'c2lnbmF0dXJl',
      NEW_PASSWORD: 'brand new 42',
    },
  };
  expect(await pool.call('RespondToAuthChallenge', answer)).toHaveProperty('AuthenticationResult');
  expect(await pool.signIn(email, 'brand new 42')).toHaveProperty('AuthenticationResult');
});
