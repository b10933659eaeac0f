import { expect, test } from 'vitest';
import { openTestPool, poolId, resource } from '#local/aws/cognito/test-pool.ts';

const UserPoolId = poolId;
const email = 'ada@example.org';

test('an administrator creates, reads, changes and deletes a user', async () => {
  const pool = await openTestPool();
  const UserAttributes = [{ Name: 'custom:role', Value: 'member' }];
  const { User } = await pool.call('AdminCreateUser', {
    UserPoolId,
    Username: email,
    UserAttributes,
    DesiredDeliveryMediums: ['EMAIL'],
  });
  expect(User).toMatchObject({ UserStatus: 'FORCE_CHANGE_PASSWORD', Enabled: true });
  expect(pool.mails).toMatchObject([{ to: email, subject: 'Your temporary password' }]);
  expect(pool.mails[0]?.text).toContain(`Your username is ${email}`);
  const target = { UserPoolId, Username: User.Username };
  await pool.call('AdminUpdateUserAttributes', {
    ...target,
    UserAttributes: [
      { Name: 'custom:role', Value: 'admin' },
      { Name: 'email_verified', Value: 'true' },
    ],
  });
  await pool.call('AdminSetUserPassword', { ...target, Password: 'permanent 12', Permanent: true });
  const found = await pool.call('AdminGetUser', { UserPoolId, Username: email.toUpperCase() });
  expect(found).toMatchObject({ Username: User.Username, UserStatus: 'CONFIRMED' });
  expect(found.UserAttributes).toContainEqual({ Name: 'custom:role', Value: 'admin' });
  await pool.call('AdminDeleteUser', target);
  await expect(pool.call('AdminGetUser', target)).rejects.toMatchObject({
    code: 'UserNotFoundException',
  });
});

test('an invitation can be sent again, with a new password, until it is accepted', async () => {
  const pool = await openTestPool();
  const create = (changes: object = {}) =>
    pool.call('AdminCreateUser', {
      ...{ UserPoolId, Username: email, DesiredDeliveryMediums: ['EMAIL'] },
      ...changes,
    });
  await expect(create({ MessageAction: 'RESEND' })).rejects.toMatchObject({
    code: 'UserNotFoundException',
  });
  await create({ MessageAction: 'SUPPRESS', TemporaryPassword: 'temporary 123' });
  expect(pool.mails).toEqual([]);
  await expect(create()).rejects.toMatchObject({ code: 'UsernameExistsException' });
  await create({ MessageAction: 'RESEND' });
  expect(pool.mails).toHaveLength(1);
  await expect(pool.signIn(email, 'temporary 123')).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
  await pool.call('AdminSetUserPassword', {
    UserPoolId,
    Username: email,
    Password: 'permanent 12',
    Permanent: true,
  });
  await expect(create({ MessageAction: 'RESEND' })).rejects.toMatchObject({
    code: 'UnsupportedUserStateException',
  });
  // AWS's default would be a text message.
  for (const DesiredDeliveryMediums of [['SMS'], undefined])
    await expect(create({ DesiredDeliveryMediums })).rejects.toMatchObject({
      code: 'InvalidParameterException',
    });
});

test('users are listed by page and filter', async () => {
  const pool = await openTestPool();
  for (const name of ['a', 'b', 'c'])
    await pool.call('AdminCreateUser', {
      UserPoolId,
      Username: `${name}@example.org`,
      MessageAction: 'SUPPRESS',
    });
  const first = await pool.call('ListUsers', { UserPoolId, Limit: 2 });
  const { PaginationToken } = first;
  const second = await pool.call('ListUsers', { UserPoolId, Limit: 2, PaginationToken });
  expect([first.Users.length, second.Users.length, second.PaginationToken]).toEqual([
    2,
    1,
    undefined,
  ]);
  const filtered = async (Filter: string) =>
    (await pool.call('ListUsers', { UserPoolId, Filter, AttributesToGet: ['email'] })).Users;
  expect(await filtered('email = "b@example.org"')).toMatchObject([
    { Attributes: [{ Name: 'email', Value: 'b@example.org' }] },
  ]);
  expect(await filtered('email ^= "c"')).toHaveLength(1);
  expect(await filtered('cognito:user_status = "CONFIRMED"')).toEqual([]);
  await expect(filtered('custom:role = "x"')).rejects.toMatchObject({
    message: 'Error while parsing filter.',
  });
});

test("administrators' calls need permission on the pool, users' calls none", async () => {
  const { cognito, call } = await openTestPool();
  expect(cognito.permissions('AdminGetUser', { UserPoolId })).toEqual([
    {
      action: 'cognito-idp:AdminGetUser',
      resource: `arn:aws:cognito-idp:eu-west-1:000000000000:userpool/${poolId}`,
    },
  ]);
  expect(cognito.permissions('SignUp', {})).toEqual([]);
  expect(cognito.publicOperations?.has('AdminGetUser')).toBe(false);
  expect(() => cognito.permissions('AdminGetUser', { UserPoolId: 'none' })).toThrow(
    'does not exist',
  );
  for (const unknown of ['DescribeUserPool', 'constructor'])
    await expect(call(unknown, {})).rejects.toMatchObject({ code: 'UnknownOperationException' });
});

test.each([
  [{ AliasAttributes: ['email'] }, 'AliasAttributes'],
  [{ UsernameAttributes: ['phone_number'] }, 'phone_number'],
  [{ MfaConfiguration: 'ON' }, 'MfaConfiguration ON'],
  [{ LambdaConfig: { DefineAuthChallenge: 'arn:x' } }, 'trigger DefineAuthChallenge'],
  [
    { VerificationMessageTemplate: { DefaultEmailOption: 'CONFIRM_WITH_LINK' } },
    'CONFIRM_WITH_LINK',
  ],
  [{ DeviceConfiguration: {} }, 'DeviceConfiguration'],
])('a pool with %j is refused when declared', async (pool, named) => {
  await expect(openTestPool({ pool })).rejects.toThrow(named);
});

test.each([
  [{ GenerateSecret: true }, 'GenerateSecret'],
  [{ AllowedOAuthFlowsUserPoolClient: true }, 'OAuth'],
  [{ ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'] }, 'ALLOW_CUSTOM_AUTH'],
])('a client with %j is refused when declared', async (client, named) => {
  await expect(openTestPool({ client })).rejects.toThrow(named);
});

test('other resource types of Cognito are refused', async () => {
  const { cognito } = await openTestPool();
  const group = resource('AWS::Cognito::UserPoolGroup', 'admins', { UserPoolId: poolId });
  await expect(cognito.declare(group)).rejects.toThrow(
    'AWS::Cognito::UserPoolGroup is not emulated',
  );
});
