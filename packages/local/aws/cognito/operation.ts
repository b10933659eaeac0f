import * as z from 'zod';
import { AwsError, defineOperation, type Operation } from '#local/aws/service.ts';
import type { App, Cognito, SignedIn } from './context.ts';
import type { Pool } from './pool.ts';
import { type Metadata, metadata, text, token, userName } from './shape.ts';
import { readAccessToken } from './tokens.ts';
import type { User } from './user.ts';
import { findUser, userNotFound } from './users.ts';

/** An operation that still needs the context of an installation. */
export type CognitoOperation = (cognito: Cognito) => Operation;

type Shape = Readonly<Record<string, z.ZodType>>;
type Members<S extends Shape> = { [Name in keyof S]: z.output<S[Name]> } & {
  ClientMetadata?: Metadata;
};

/**
 * Members of an operation, with those that all operations have. AWS uses `UserContextData` only to rate
 * risks.
 */
function membersOf<S extends Shape, Own extends Shape>(shape: S, own: Own) {
  const all = z.strictObject({
    ...shape,
    ...own,
    UserContextData: z.unknown().optional(),
    ClientMetadata: metadata,
  });
  // TypeScript does not follow zod's types through a generic shape.
  return all as unknown as z.ZodType<Members<S> & Members<Own>>;
}

/** An operation of an app, named by `ClientId`. Anybody may call it. */
export function appOperation<S extends Shape>(
  shape: S,
  run: (cognito: Cognito, app: App, input: Members<S>) => Promise<object>,
): CognitoOperation {
  return (cognito) =>
    defineOperation({
      input: membersOf(shape, { ClientId: text }),
      permission: 'public',
      run: (input) => run(cognito, appOf(cognito, input.ClientId), input),
    });
}

/** An operation on the own account, proved by `AccessToken`. */
export function ownOperation<S extends Shape>(
  shape: S,
  run: (cognito: Cognito, signedIn: SignedIn, input: Members<S>) => Promise<object>,
): CognitoOperation {
  return (cognito) =>
    defineOperation({
      input: membersOf(shape, { AccessToken: token }),
      permission: 'public',
      run: async (input) => run(cognito, await readAccessToken(cognito, input.AccessToken), input),
    });
}

/** An administrator's operation on a pool. */
export function poolOperation<S extends Shape>(
  name: string,
  shape: S,
  run: (cognito: Cognito, pool: Pool, input: Members<S>) => Promise<object>,
): CognitoOperation {
  return (cognito) =>
    defineOperation({
      input: membersOf(shape, { UserPoolId: text }),
      permission: (input) => ({
        action: `cognito-idp:${name}`,
        resource: poolOf(cognito, input.UserPoolId).arn,
      }),
      run: (input) => run(cognito, poolOf(cognito, input.UserPoolId), input),
    });
}

/** An administrator's operation on one user. */
export function userOperation<S extends Shape>(
  name: string,
  shape: S,
  run: (cognito: Cognito, target: { pool: Pool; user: User }, input: Members<S>) => Promise<object>,
): CognitoOperation {
  return poolOperation(name, { ...shape, Username: userName }, async (cognito, pool, input) => {
    const user = findUser(cognito, pool, input.Username);
    if (!user) throw userNotFound();
    return run(cognito, { pool, user }, input);
  });
}

function appOf(cognito: Cognito, id: string): App {
  const client = cognito.clients.get(id);
  const pool = client && cognito.pools.get(client.poolId);
  if (!pool) {
    throw new AwsError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
  }
  return { client, pool };
}

/** The pool of an id. Throws `ResourceNotFoundException`. */
export function poolOf(cognito: Cognito, id: string): Pool {
  const pool = cognito.pools.get(id);
  if (!pool) throw new AwsError('ResourceNotFoundException', `User pool ${id} does not exist.`);
  return pool;
}
