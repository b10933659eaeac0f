import { expect, test } from 'vitest';
import { clientId, openTestPool } from './test-pool.ts';

const email = 'ada@example.org';
const password = 'correct horse 1';

async function signedIn(changes: Parameters<typeof openTestPool>[0] = {}) {
  const pool = await openTestPool(changes);
  await pool.signUp(email, password);
  const { AuthenticationResult } = await pool.signIn(email, password);
  const own = (operation: string, input: object = {}) =>
    pool.call(operation, { AccessToken: AuthenticationResult.AccessToken, ...input });
  const attributes = async () => {
    const { UserAttributes } = await own('GetUser');
    return Object.fromEntries(
      UserAttributes.map((a: { Name: string; Value: string }) => [a.Name, a.Value]),
    );
  };
  const update = (Name: string, Value: string) =>
    own('UpdateUserAttributes', { UserAttributes: [{ Name, Value }] });
  return { ...pool, own, attributes, update };
}

test('a new address gets a code and is used only after the code is entered', async () => {
  const user = await signedIn();
  const { CodeDeliveryDetailsList } = await user.update('email', 'new@example.org');
  expect(CodeDeliveryDetailsList).toMatchObject([
    { Destination: 'n***@e***', AttributeName: 'email' },
  ]);
  expect(user.mails.at(-1)?.to).toBe('new@example.org');
  expect(await user.attributes()).toMatchObject({ email, email_verified: 'true' });
  await expect(user.signIn('new@example.org', password)).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
});

test('the number of codes mailed to new addresses is limited', async () => {
  const user = await signedIn();
  for (let i = 0; i < 10; i++) await user.update('email', `b${i}@example.org`);
  await expect(user.update('email', 'victim@example.org')).rejects.toMatchObject({
    code: 'LimitExceededException',
  });
});

test("somebody else's address is refused", async () => {
  const user = await signedIn();
  await user.signUp('bob@example.org', password);
  await expect(user.update('email', 'Bob@example.org')).rejects.toMatchObject({
    code: 'AliasExistsException',
  });
});

test('a client writes only the attributes that it may write', async () => {
  const user = await signedIn();
  await user.update('name', 'Ada');
  for (const name of ['custom:role', 'email_verified']) {
    await expect(user.update(name, 'true')).rejects.toMatchObject({
      code: 'NotAuthorizedException',
    });
  }
  await expect(user.update('sub', 'x')).rejects.toMatchObject({
    code: 'InvalidParameterException',
  });
  expect(await user.attributes()).toMatchObject({ name: 'Ada' });
});

test('changing a password needs the old one', async () => {
  const user = await signedIn();
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    user.own('ChangePassword', { PreviousPassword, ProposedPassword });
  await expect(change('wrong horse 1', 'another 1234')).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
  await expect(change(password, 'short')).rejects.toMatchObject({
    code: 'InvalidPasswordException',
  });
  await change(password, 'another 1234');
  expect(await user.signIn(email, 'another 1234')).toHaveProperty('AuthenticationResult');
});

test('guessing the old password is limited', async () => {
  const user = await signedIn();
  const guess = () =>
    user.own('ChangePassword', {
      PreviousPassword: 'wrong horse 1',
      ProposedPassword: 'a new 1234',
    });
  for (let i = 0; i < 5; i++) {
    await expect(guess()).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  }
  await expect(guess()).rejects.toMatchObject({
    code: 'LimitExceededException',
    message: 'Attempt limit exceeded, please try after some time.',
  });
});

test('resetting a forgotten password needs a code of the last hour and a valid new password', async () => {
  const user = await signedIn();
  const target = { ClientId: clientId, Username: email };
  await user.call('ForgotPassword', target);
  const confirm = (ConfirmationCode: string, Password = 'another 1234') =>
    user.call('ConfirmForgotPassword', { ...target, ConfirmationCode, Password });
  const wrong = user.code() === '000000' ? '000001' : '000000';
  await expect(confirm(wrong)).rejects.toMatchObject({ code: 'CodeMismatchException' });
  await expect(confirm(user.code(), 'short')).rejects.toMatchObject({
    code: 'InvalidPasswordException',
  });
  user.clock.advancedMs += 61 * 60e3;
  await expect(confirm(user.code())).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  await user.call('ForgotPassword', target);
  await confirm(user.code());
  await expect(confirm(user.code())).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  expect(await user.signIn(email, 'another 1234')).toHaveProperty('AuthenticationResult');
});

test('a password is not reset through an address that is not verified', async () => {
  const pool = await openTestPool();
  await pool.call('SignUp', { ClientId: clientId, Username: email, Password: password });
  const sent = pool.mails.length;
  await pool.call('ForgotPassword', { ClientId: clientId, Username: email });
  expect(pool.mails).toHaveLength(sent);
});
