import { expect, test } from 'vitest';
import { clientId, openTestPool, poolId } from '#local/aws/cognito/test-pool.ts';

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
  const verify = (Code: string) => own('VerifyUserAttribute', { AttributeName: 'email', Code });
  return { ...pool, own, attributes, update, verify };
}

test('a new address replaces the old one when its code is given', async () => {
  const user = await signedIn({
    pool: { UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] } },
  });
  const { CodeDeliveryDetailsList } = await user.update('email', 'new@example.org');
  expect(CodeDeliveryDetailsList).toMatchObject([
    { Destination: 'n***@e***', AttributeName: 'email' },
  ]);
  expect(user.mails.at(-1)?.to).toBe('new@example.org');
  expect(await user.attributes()).toMatchObject({ email, email_verified: 'true' });
  await user.verify(user.code());
  expect(await user.attributes()).toMatchObject({
    email: 'new@example.org',
    email_verified: 'true',
  });
  expect(await user.signIn('new@example.org', password)).toHaveProperty('AuthenticationResult');
  await expect(user.signIn(email, password)).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
});

test('a code that went to one address does not verify another', async () => {
  const user = await signedIn();
  await user.own('GetUserAttributeVerificationCode', { AttributeName: 'email' });
  const old = user.code();
  for (let i = 0; i < 8; i++)
    await user.own('GetUserAttributeVerificationCode', { AttributeName: 'email' });
  const last = user.code();
  await user.update('email', 'b@example.org');
  await expect(user.update('email', 'victim@example.org')).rejects.toMatchObject({
    code: 'LimitExceededException',
  });
  for (const code of [old, last, user.code()])
    await expect(user.verify(code)).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  expect(await user.attributes()).toMatchObject({ email_verified: 'false' });
});

test.each([
  ['at once', {}],
  [
    'pending',
    { UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] } },
  ],
])("somebody else's address is refused where a new one counts %s", async (_, pool) => {
  const user = await signedIn({ pool });
  await user.signUp('bob@example.org', password);
  await expect(user.update('email', 'Bob@example.org')).rejects.toMatchObject({
    code: 'AliasExistsException',
  });
});

test('a client writes only what it may', async () => {
  const user = await signedIn();
  await user.update('name', 'Ada');
  for (const name of ['custom:role', 'email_verified', 'nickname'])
    await expect(user.update(name, 'true')).rejects.toMatchObject({
      code: 'NotAuthorizedException',
    });
  await expect(user.update('sub', 'x')).rejects.toMatchObject({
    code: 'InvalidParameterException',
  });
  expect(await user.attributes()).toMatchObject({ name: 'Ada' });
});

test('a password is changed by who knows the old one', async () => {
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
  for (let i = 0; i < 5; i++)
    await expect(guess()).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  await expect(guess()).rejects.toMatchObject({
    code: 'LimitExceededException',
    message: 'Attempt limit exceeded, please try after some time.',
  });
});

test('a forgotten password needs the code, of this hour, and a password that conforms', async () => {
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
  const user = await signedIn();
  await user.call('AdminUpdateUserAttributes', {
    UserPoolId: poolId,
    Username: email,
    UserAttributes: [{ Name: 'email_verified', Value: 'false' }],
  });
  const sent = user.mails.length;
  await user.call('ForgotPassword', { ClientId: clientId, Username: email });
  expect(user.mails).toHaveLength(sent);
});

test('a disabled user cannot reset the password, not even with a code of before', async () => {
  const user = await signedIn();
  const target = { ClientId: clientId, Username: email };
  await user.call('ForgotPassword', target);
  await user.call('AdminDisableUser', { UserPoolId: poolId, Username: email });
  await expect(
    user.call('ConfirmForgotPassword', {
      ...{ ...target, ConfirmationCode: user.code(), Password: 'another 1234' },
    }),
  ).rejects.toMatchObject({ code: 'CodeMismatchException' });
});

test('a deleted user is gone and the address free', async () => {
  const user = await signedIn();
  await user.own('DeleteUser');
  await expect(user.own('GetUser')).rejects.toMatchObject({
    message: 'Access Token has been revoked',
  });
  await user.signUp(email, password);
});
