import { createHmac, randomBytes } from 'node:crypto';
import type { Cognito } from '#local/aws/cognito/context.ts';
import type { Pool } from '#local/aws/cognito/pool.ts';
import type { User } from '#local/aws/cognito/user.ts';

/**
 * A user who does not exist, so that calls about them go the way of all others and take as long. The
 * same name always gets the same id and salt, as a real user would; nobody knows the password.
 */
export function standIn(cognito: Cognito, pool: Pool, name: string): User {
  const digest = (purpose: string) =>
    createHmac('sha256', cognito.key.secret).update(`${purpose}:${pool.id}:${name}`).digest('hex');
  const id = digest('id');
  const uuid = [id.slice(0, 8), id.slice(8, 12), `4${id.slice(13, 16)}`, `a${id.slice(17, 20)}`];
  return {
    poolId: pool.id,
    username: pool.emailIsUsername ? [...uuid, id.slice(20, 32)].join('-') : name,
    status: 'UNCONFIRMED',
    enabled: true,
    attributes: {},
    password: {
      salt: digest('salt').slice(0, 32),
      verifier: randomBytes(383).toString('hex'),
    },
    createdAt: 0,
    modifiedAt: 0,
  };
}
