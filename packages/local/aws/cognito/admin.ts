import * as z from 'zod';
import { checkAttributes } from './attributes.ts';
import type { Cognito } from './context.ts';
import { poolOperation, userOperation } from './operation.ts';
import { checkPassword } from './password.ts';
import type { Pool } from './pool.ts';
import { attributes, password } from './shape.ts';
import { createVerifier } from './srp.ts';
import { forgetWrongPasswords } from './throttle.ts';
import { mfaSettings } from './totp.ts';
import { attributeList, type User } from './user.ts';
import { saveUser } from './users.ts';

const dayMs = 86_400_000;

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
    temporaryPasswordExpiresAt: clock.now() + pool.temporaryPasswordDays * dayMs,
  };
}

/** A user who has chosen a password. */
export function withPassword(pool: Pool, user: User, chosen: string): User {
  const { temporaryPasswordExpiresAt: _, ...kept } = user;
  return {
    ...kept,
    status: 'CONFIRMED',
    password: createVerifier(pool.name, user.username, chosen),
  };
}

/** Dates and state of a user in the answers of administrators' calls. No operation here disables a user. */
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

const adminUpdateUserAttributes = userOperation(
  'AdminUpdateUserAttributes',
  { UserAttributes: attributes },
  async (cognito, { pool, user }, { UserAttributes }) => {
    checkAttributes(pool, undefined, UserAttributes);
    saveUser(cognito, { ...user, attributes: { ...user.attributes, ...UserAttributes } });
    return {};
  },
);

const pageSize = 60;

const statusFilter = /^cognito:user_status = "([A-Z_]+)"$/;

/** All users, or those of one status, in the order of their names. Other filters are not emulated. */
const listUsers = poolOperation(
  'ListUsers',
  {
    Filter: z.string().regex(statusFilter, { error: 'this filter is not emulated' }).optional(),
    PaginationToken: z.string().optional(),
  },
  async ({ store }, pool, { Filter, PaginationToken }) => {
    const [, status] = statusFilter.exec(Filter ?? '') ?? [];
    const users = store.users(pool.id).filter((user) => !status || user.status === status);
    const from = Number(PaginationToken ?? 0);
    const next = from + pageSize;
    return {
      Users: users.slice(from, next).map((user) => ({
        ...userState(user),
        Attributes: attributeList(user),
      })),
      PaginationToken: next < users.length ? String(next) : undefined,
    };
  },
);

/** Operations of an administrator on existing users. */
export const adminOperations = {
  ListUsers: listUsers,
  AdminGetUser: adminGetUser,
  AdminSetUserPassword: adminSetUserPassword,
  AdminDeleteUser: adminDeleteUser,
  AdminUpdateUserAttributes: adminUpdateUserAttributes,
  AdminUserGlobalSignOut: adminUserGlobalSignOut,
};
