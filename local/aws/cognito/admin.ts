import * as z from 'zod';
import type { Cognito } from '#local/aws/cognito/context.ts';
import { userOperation } from '#local/aws/cognito/operation.ts';
import { checkPassword } from '#local/aws/cognito/password.ts';
import type { Pool } from '#local/aws/cognito/pool.ts';
import { password } from '#local/aws/cognito/shape.ts';
import { createVerifier } from '#local/aws/cognito/srp.ts';
import { forgetWrongPasswords } from '#local/aws/cognito/throttle.ts';
import { mfaSettings } from '#local/aws/cognito/totp.ts';
import { attributeList, type User } from '#local/aws/cognito/user.ts';
import { saveUser } from '#local/aws/cognito/users.ts';

const DAY_MS = 86_400_000;

/** A user with a password that must be replaced at the first sign-in, within the pool's days. */
export function withTemporaryPassword(
  { clock }: Cognito,
  pool: Pool,
  user: User,
  temporary: string,
): User {
  return {
    ...user,
    status: 'FORCE_CHANGE_PASSWORD',
    password: createVerifier(pool.name, user.username, temporary),
    temporaryPasswordExpiresAt: clock.now() + pool.temporaryPasswordDays * DAY_MS,
  };
}

/** A user with a password of their own. */
export function withPassword(pool: Pool, user: User, chosen: string): User {
  const { temporaryPasswordExpiresAt: _, ...kept } = user;
  return {
    ...kept,
    status: 'CONFIRMED',
    password: createVerifier(pool.name, user.username, chosen),
  };
}

/** The wire's dates and state of a user, as the administrator's calls show them. Nothing disables users here. */
export function userState(user: User) {
  return {
    Username: user.username,
    UserCreateDate: user.createdAt / 1000,
    UserLastModifiedDate: user.modifiedAt / 1000,
    Enabled: true,
    UserStatus: user.status,
  };
}

const adminGetUser = userOperation('AdminGetUser', {}, async (_, { user }) => ({
  ...userState(user),
  UserAttributes: attributeList(user),
  ...mfaSettings(user),
}));

const adminSetUserPassword = userOperation(
  'AdminSetUserPassword',
  { Password: password, Permanent: z.boolean().default(false) },
  async (cognito, { pool, user }, { Password, Permanent }) => {
    checkPassword(pool, Password);
    const changed = Permanent
      ? withPassword(pool, user, Password)
      : withTemporaryPassword(cognito, pool, user, Password);
    saveUser(cognito, changed);
    forgetWrongPasswords(cognito, `${pool.id}:${user.username}`);
    return {};
  },
);

const adminDeleteUser = userOperation('AdminDeleteUser', {}, async ({ store }, { pool, user }) => {
  store.deleteUser(pool.id, user.username);
  return {};
});

const adminUserGlobalSignOut = userOperation(
  'AdminUserGlobalSignOut',
  {},
  async ({ store }, { pool, user }) => {
    store.deleteSessionsOf(pool.id, user.username);
    return {};
  },
);

/** What an administrator does with one existing user. */
export const adminOperations = {
  AdminGetUser: adminGetUser,
  AdminSetUserPassword: adminSetUserPassword,
  AdminDeleteUser: adminDeleteUser,
  AdminUserGlobalSignOut: adminUserGlobalSignOut,
};
