import { expect, test } from 'vitest';
import { permissionsOf } from '#local/aws/test-call.ts';
import { openTestPool, poolId, resource } from './test-pool.ts';

const UserPoolId = poolId;
const email = 'ada@example.org';

test('an administrator creates, reads and deletes a user', async () => {
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
  await pool.call('AdminSetUserPassword', { ...target, Password: 'permanent 12', Permanent: true });
  const found = await pool.call('AdminGetUser', { UserPoolId, Username: email.toUpperCase() });
  expect(found).toMatchObject({ Username: User.Username, UserStatus: 'CONFIRMED' });
  expect(found.UserAttributes).toContainEqual({ Name: 'custom:role', Value: 'member' });
  const change = (Name: string, Value: string) =>
    pool.call('AdminUpdateUserAttributes', { ...target, UserAttributes: [{ Name, Value }] });
  await change('custom:role', 'admin');
  const { UserAttributes: changed } = await pool.call('AdminGetUser', target);
  expect(changed).toContainEqual({ Name: 'custom:role', Value: 'admin' });
  await expect(change('custom:other', 'x')).rejects.toThrow('does not exist in the schema');
  await pool.call('AdminDeleteUser', target);
  await expect(pool.call('AdminGetUser', target)).rejects.toMatchObject({
    code: 'UserNotFoundException',
  });
});

test('an invitation can be sent again, with a new password, until it is accepted', async () => {
  const pool = await openTestPool();
  const create = (changes: object = {}) =>
    pool.call('AdminCreateUser', {
      UserPoolId,
      Username: email,
      DesiredDeliveryMediums: ['EMAIL'],
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
  for (const DesiredDeliveryMediums of [['SMS'], undefined]) {
    await expect(create({ DesiredDeliveryMediums })).rejects.toMatchObject({
      code: 'InvalidParameterException',
    });
  }
});

test("administrators' calls need a permission on the pool, users' calls need none", async () => {
  const { cognito, call } = await openTestPool();
  await call('AdminCreateUser', { UserPoolId, Username: email, MessageAction: 'SUPPRESS' });
  expect(await permissionsOf(cognito, 'AdminGetUser', { UserPoolId, Username: email })).toEqual([
    {
      action: 'cognito-idp:AdminGetUser',
      resource: `arn:aws:cognito-idp:eu-west-1:000000000000:userpool/${poolId}`,
    },
  ]);
  const { SignUp, AdminGetUser } = cognito.operations;
  expect(SignUp?.permission).toBe('public');
  expect(AdminGetUser?.permission).not.toBe('public');
  await expect(
    permissionsOf(cognito, 'AdminGetUser', { UserPoolId: 'none', Username: email }),
  ).rejects.toThrow('does not exist');
  for (const unknown of ['DescribeUserPool', 'constructor']) {
    await expect(call(unknown, {})).rejects.toMatchObject({ code: 'UnknownOperationException' });
  }
});

test.each([
  [{ AliasAttributes: ['email'] }, 'AliasAttributes'],
  [{ UsernameAttributes: ['phone_number'] }, 'UsernameAttributes'],
  [{ MfaConfiguration: 'ON' }, 'MfaConfiguration'],
  [{ LambdaConfig: { DefineAuthChallenge: 'arn:x' } }, 'DefineAuthChallenge'],
  [
    { VerificationMessageTemplate: { DefaultEmailOption: 'CONFIRM_WITH_LINK' } },
    'DefaultEmailOption',
  ],
  [{ DeviceConfiguration: {} }, 'DeviceConfiguration'],
])('a pool with %j is refused when declared', async (pool, named) => {
  await expect(openTestPool({ pool })).rejects.toThrow(named);
});

test.each([
  [{ GenerateSecret: true }, 'GenerateSecret'],
  [{ AllowedOAuthFlowsUserPoolClient: true }, 'AllowedOAuthFlowsUserPoolClient'],
  [{ ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'] }, 'ExplicitAuthFlows'],
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
