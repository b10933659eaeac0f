import * as z from 'zod';
import { changeAttributes } from '#local/aws/cognito/attributes.ts';
import type { Cognito } from '#local/aws/cognito/context.ts';
import { userOperation } from '#local/aws/cognito/operation.ts';
import { checkPassword } from '#local/aws/cognito/password.ts';
import type { Pool } from '#local/aws/cognito/pool.ts';
import { attributes, password } from '#local/aws/cognito/shape.ts';
import { confirmUser } from '#local/aws/cognito/sign-up.ts';
import { createVerifier } from '#local/aws/cognito/srp.ts';
import { forgetWrongPasswords } from '#local/aws/cognito/throttle.ts';
import { notAuthorized } from '#local/aws/cognito/tokens.ts';
import { mfaSettings } from '#local/aws/cognito/totp.ts';
import { attributeList, type User } from '#local/aws/cognito/user.ts';
import { saveUser } from '#local/aws/cognito/users.ts';

/** A user with a password that must be replaced at the first sign-in, within the pool's days. */
export function withTemporaryPassword(
  cognito: Cognito,
  pool: Pool,
  user: User,
  temporary: string,
): User {
  const days = pool.passwordPolicy.temporaryPasswordValidityDays;
  return {
    ...user,
    status: 'FORCE_CHANGE_PASSWORD',
    password: createVerifier(pool.name, user.username, temporary),
    temporaryPasswordExpiresAt: cognito.clock.now() + days * 86400e3,
  };
}

/** The wire's dates and state of a user, as the administrator's calls show them. */
export function userState(user: User) {
  return {
    Username: user.username,
    UserCreateDate: user.createdAt / 1000,
    UserLastModifiedDate: user.modifiedAt / 1000,
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}

const adminGetUser = userOperation({}, async (_, { user }) => ({
  ...userState(user),
  UserAttributes: attributeList(user),
  ...mfaSettings(user),
}));

const adminSetUserPassword = userOperation(
  { Password: password, Permanent: z.boolean().default(false) },
  async (cognito, { pool, user }, { Password, Permanent }) => {
    checkPassword(pool.passwordPolicy, Password);
    const { temporaryPasswordExpiresAt: _, ...kept } = user;
    const changed: User = Permanent
      ? {
          ...kept,
          status: 'CONFIRMED',
          password: createVerifier(pool.name, user.username, Password),
        }
      : withTemporaryPassword(cognito, pool, user, Password);
    saveUser(cognito, pool, changed);
    forgetWrongPasswords(cognito, `${pool.id}:${user.username}`);
    return {};
  },
);

const adminUpdateUserAttributes = userOperation(
  { UserAttributes: attributes },
  async (cognito, { pool, user }, { UserAttributes, ClientMetadata }) => {
    await changeAttributes(cognito, pool, user, UserAttributes, undefined, ClientMetadata);
    return {};
  },
);

const adminConfirmSignUp = userOperation(
  {},
  async (cognito, { pool, user }, { ClientMetadata }) => {
    if (user.status !== 'UNCONFIRMED')
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    await confirmUser(cognito, pool, user, false, undefined, ClientMetadata);
    return {};
  },
);

const adminDeleteUser = userOperation({}, async ({ store }, { pool, user }) => {
  store.deleteUser(pool.id, user.username);
  return {};
});

const adminDisableUser = userOperation({}, async (cognito, { pool, user }) => {
  saveUser(cognito, pool, { ...user, enabled: false });
  cognito.store.deleteSessionsOf(pool.id, user.username);
  return {};
});

const adminEnableUser = userOperation({}, async (cognito, { pool, user }) => {
  saveUser(cognito, pool, { ...user, enabled: true });
  return {};
});

const adminUserGlobalSignOut = userOperation({}, async ({ store }, { pool, user }) => {
  store.deleteSessionsOf(pool.id, user.username);
  return {};
});

/** What an administrator does with one existing user. */
export const adminOperations = {
  AdminGetUser: adminGetUser,
  AdminSetUserPassword: adminSetUserPassword,
  AdminUpdateUserAttributes: adminUpdateUserAttributes,
  AdminConfirmSignUp: adminConfirmSignUp,
  AdminDeleteUser: adminDeleteUser,
  AdminDisableUser: adminDisableUser,
  AdminEnableUser: adminEnableUser,
  AdminUserGlobalSignOut: adminUserGlobalSignOut,
};
