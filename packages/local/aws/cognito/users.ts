import { createHmac, randomBytes } from 'node:crypto';
import { AwsError } from '#local/aws/service.ts';
import type { Cognito } from './context.ts';
import type { Pool } from './pool.ts';
import type { User } from './user.ts';

/** The user called `name`, by username or e-mail address. */
export function findUser({ store }: Cognito, pool: Pool, name: string): User | undefined {
  return store.findUser(pool.id, name, name.toLowerCase());
}

/** The same, or a stand-in, so that an app does not learn who exists. */
export function userOrStandIn(cognito: Cognito, pool: Pool, name: string): User {
  return findUser(cognito, pool, name) ?? standIn(cognito, pool, name.toLowerCase());
}

/**
 * A stand-in for an unknown user, so that calls about them run and take as long as all others. A name
 * always gets the same id and salt, as a real user has. Nobody knows its password.
 */
function standIn({ key }: Cognito, pool: Pool, name: string): User {
  const digest = (purpose: string) =>
    createHmac('sha256', key.secret).update(`${purpose}:${pool.id}:${name}`).digest('hex');
  const id = digest('id');
  const uuid = [id.slice(0, 8), id.slice(8, 12), `4${id.slice(13, 16)}`, `a${id.slice(17, 20)}`];
  return {
    poolId: pool.id,
    username: [...uuid, id.slice(20, 32)].join('-'),
    status: 'UNCONFIRMED',
    attributes: {},
    password: { salt: digest('salt').slice(0, 32), verifier: randomBytes(383).toString('hex') },
    createdAt: 0,
    modifiedAt: 0,
  };
}

export function userNotFound(): AwsError {
  return new AwsError('UserNotFoundException', 'User does not exist.');
}

/** Stores a changed user. */
export function saveUser({ store, clock }: Cognito, user: User): void {
  store.putUser({ ...user, modifiedAt: clock.now() });
}
