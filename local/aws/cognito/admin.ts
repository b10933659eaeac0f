import { changeAttributes } from '#local/aws/cognito/attributes.ts';
import type { Cognito } from '#local/aws/cognito/context.ts';
import {
  attributeMap,
  type Operation,
  poolUserOf,
  saveUser,
  text,
} from '#local/aws/cognito/operation.ts';
import { checkPassword } from '#local/aws/cognito/password.ts';
import type { Pool } from '#local/aws/cognito/pool.ts';
import { confirmUser } from '#local/aws/cognito/sign-up.ts';
import { createVerifier } from '#local/aws/cognito/srp.ts';
import { forgetWrongPasswords } from '#local/aws/cognito/throttle.ts';
import { notAuthorized } from '#local/aws/cognito/tokens.ts';
import { mfaSettings } from '#local/aws/cognito/totp.ts';
import { attributeList, type User } from '#local/aws/cognito/user.ts';

const target = ['UserPoolId', 'Username'];

/** A user with a password that must be replaced at the first sign-in, within the pool's days. */
export function withTemporaryPassword(
  cognito: Cognito,
  pool: Pool,
  user: User,
  password: string,
): User {
  const days = pool.passwordPolicy.temporaryPasswordValidityDays;
  return {
    ...user,
    status: 'FORCE_CHANGE_PASSWORD',
    password: createVerifier(pool.name, user.username, password),
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

const adminGetUser: Operation = {
  members: target,
  async run(cognito, input) {
    const { user } = poolUserOf(cognito, input);
    return { ...userState(user), UserAttributes: attributeList(user), ...mfaSettings(user) };
  },
};

const adminSetUserPassword: Operation = {
  members: [...target, 'Password', 'Permanent'],
  async run(cognito, input) {
    const { pool, user } = poolUserOf(cognito, input);
    const password = text(input, 'Password', 1024);
    checkPassword(pool.passwordPolicy, password);
    const { temporaryPasswordExpiresAt: _, ...kept } = user;
    const changed: User = input.Permanent
      ? {
          ...kept,
          status: 'CONFIRMED',
          password: createVerifier(pool.name, user.username, password),
        }
      : withTemporaryPassword(cognito, pool, user, password);
    saveUser(cognito, pool, changed);
    forgetWrongPasswords(cognito, `${pool.id}:${user.username}`);
    return {};
  },
};

const adminUpdateUserAttributes: Operation = {
  members: [...target, 'UserAttributes'],
  async run(cognito, input) {
    const { pool, user } = poolUserOf(cognito, input);
    const changes = attributeMap(input, 'UserAttributes');
    await changeAttributes(cognito, pool, user, changes, undefined, input.ClientMetadata);
    return {};
  },
};

const adminConfirmSignUp: Operation = {
  members: target,
  async run(cognito, input) {
    const { pool, user } = poolUserOf(cognito, input);
    if (user.status !== 'UNCONFIRMED')
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    await confirmUser(cognito, pool, user, false, undefined, input.ClientMetadata);
    return {};
  },
};

const adminDeleteUser: Operation = {
  members: target,
  async run(cognito, input) {
    const { pool, user } = poolUserOf(cognito, input);
    cognito.store.deleteUser(pool.id, user.username);
    return {};
  },
};

const adminDisableUser: Operation = {
  members: target,
  async run(cognito, input) {
    const { pool, user } = poolUserOf(cognito, input);
    saveUser(cognito, pool, { ...user, enabled: false });
    cognito.store.deleteSessionsOf(pool.id, user.username);
    return {};
  },
};

const adminEnableUser: Operation = {
  members: target,
  async run(cognito, input) {
    const { pool, user } = poolUserOf(cognito, input);
    saveUser(cognito, pool, { ...user, enabled: true });
    return {};
  },
};

const adminUserGlobalSignOut: Operation = {
  members: target,
  async run(cognito, input) {
    const { pool, user } = poolUserOf(cognito, input);
    cognito.store.deleteSessionsOf(pool.id, user.username);
    return {};
  },
};

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
