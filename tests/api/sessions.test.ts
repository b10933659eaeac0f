import { expect, test } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import {
  type Credentials,
  codeOf,
  cognito,
  readMailbox,
  signIn,
  waitForMail,
} from './support/cognito.ts';
import { expectFailure } from './support/expect-failure.ts';
import { clientOf, newUser, origin } from './support/people.ts';

/** Another session of somebody, as on another device. */
async function newSession(person: Credentials) {
  const { IdToken, AccessToken, RefreshToken } = await signIn(origin(), person);
  const call = clientOf(IdToken);
  return {
    call,
    signOut: () => call('sign-out', { body: { refresh_token: RefreshToken } }),
    /** The account that the user pool returns for an access token of the session. */
    account: () => cognito(origin(), 'GetUser', { ClientId: undefined, AccessToken }),
    use: () => call('get-user', { query: {} }),
    /** A client with a refreshed token of the session. */
    async renew() {
      const { AuthenticationResult } = await cognito(origin(), 'GetTokensFromRefreshToken', {
        RefreshToken,
      });
      return clientOf(AuthenticationResult.IdToken);
    },
  };
}

test('sign-outs end only their sessions, at once, even two at a time', async () => {
  const person = await newUser();
  const [first, second, third] = [
    await newSession(person),
    await newSession(person),
    await newSession(person),
  ];
  await Promise.all([first, second].map(({ signOut }) => signOut()));
  await expectFailure(first.use(), 'Unauthenticated');
  await expectFailure(second.use(), 'Unauthenticated');
  expect(await third.use()).toMatchObject({ email: person.email });
});

test('a sign-out without the refresh token is refused, and the session continues', async () => {
  const session = await newSession(await newUser());
  const refused = session.call('sign-out', { body: {} });
  await expect(refused).rejects.toMatchObject({
    code: 'InvalidRequest',
    message: expect.stringContaining('the refresh token of the session is needed'),
  });
  await session.use();
});

test('a session whose refresh token was not revoked is refused when it is renewed', async () => {
  const session = await newSession(await newUser());
  await session.call('sign-out', { body: { refresh_token: 'of-another-session' } });
  const renewed = await session.renew();
  await expectFailure(renewed('get-user', { query: {} }), 'Unauthenticated');
});

test('a sign-out also ends its session in the user pool, and no other', async () => {
  const person = await newUser();
  const [session, other] = [await newSession(person), await newSession(person)];
  await session.account();
  await session.signOut();
  await expectFailure(session.use(), 'Unauthenticated');
  await expect(session.renew()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await expect(session.account()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  expect(await other.account()).toMatchObject({ Username: expect.any(String) });
  expect(await (await other.renew())('get-user', { query: {} })).toMatchObject({
    email: person.email,
  });
});

test('a sign-out everywhere ends all sessions at once, and a new session works at once', async () => {
  const person = await newUser();
  const [first, second] = [await newSession(person), await newSession(person)];
  await first.call('sign-out', { body: { everywhere: true } });
  for (const { use, renew } of [first, second]) {
    await expectFailure(use(), 'Unauthenticated');
    await expect(renew()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  }
  const user = await (await newSession(person)).use();
  expect(Object.keys(user)).not.toContain('signed_out_at');
  await waitForMail(origin(), person.email, /^All your sessions were ended$/);
});

test('a sign-in with another device is told by mail, once, and the first is not', async () => {
  const person = await newUser();
  const use = (device?: string) => person.call('get-user', { query: { device } });
  const devices = [1, 2].map((n) => `0000000${n}-0000-4000-8000-000000000000`);
  for (const device of [undefined, undefined, ...devices, ...devices, undefined]) await use(device);
  const told = async () =>
    (await readMailbox(origin(), person.email)).filter(
      ({ subject }) => subject === 'A new sign-in to your account',
    );
  await waitFor('a mail for each new device', async () => (await told()).length >= 2);
  expect(await told()).toHaveLength(2);
});

test('a password reset ends all sessions', async () => {
  const person = await newUser();
  const session = await newSession(person);
  await cognito(origin(), 'ForgotPassword', { Username: person.email });
  const mail = await waitForMail(origin(), person.email, /password reset code$/);
  const password = 'another long one';
  await cognito(origin(), 'ConfirmForgotPassword', {
    Username: person.email,
    Password: password,
    ConfirmationCode: codeOf(mail),
  });
  await expectFailure(session.use(), 'Unauthenticated');
  const renewed = await session.renew().catch(() => undefined);
  if (renewed) await expectFailure(renewed('get-user', { query: {} }), 'Unauthenticated');
  await (await newSession({ ...person, password })).use();
  await waitForMail(origin(), person.email, /^Your password was changed$/);
});
