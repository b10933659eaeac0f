import * as z from 'zod';
import type { Client } from '#local/aws/cognito/client.ts';
import type { Cognito, SignedIn } from '#local/aws/cognito/context.ts';
import type { Pool } from '#local/aws/cognito/pool.ts';
import { type Metadata, metadata, parse, text, token, userName } from '#local/aws/cognito/shape.ts';
import { readAccessToken } from '#local/aws/cognito/tokens.ts';
import type { User } from '#local/aws/cognito/user.ts';
import { findUser, userNotFound } from '#local/aws/cognito/users.ts';
import { AwsError } from '#local/aws/service.ts';

/** One call of the API. */
export type Operation = (cognito: Cognito, input: Record<string, unknown>) => Promise<object>;

type Shape = Readonly<Record<string, z.ZodType>>;
type Members<S extends Shape> = { [Name in keyof S]: z.output<S[Name]> } & {
  ClientMetadata?: Metadata;
};

/** AWS uses these for analytics and risk only. */
const ignored = {
  AnalyticsMetadata: z.unknown().optional(),
  UserContextData: z.unknown().optional(),
  ContextData: z.unknown().optional(),
};

/** An operation that reads these members. What is left out of them or false may be sent, all else is refused. */
function operation<S extends Shape>(
  shape: S,
  run: (cognito: Cognito, input: Members<S>) => Promise<object>,
): Operation {
  const schema = z.strictObject({ ...shape, ...ignored, ClientMetadata: metadata });
  return async (cognito, input) => {
    const given = Object.entries(input).filter(([, value]) => Boolean(value));
    return run(cognito, parse(schema, Object.fromEntries(given)) as Members<S>);
  };
}

/** An operation of an app, named by `ClientId`. */
export function appOperation<S extends Shape>(
  shape: S,
  run: (
    cognito: Cognito,
    app: { client: Client; pool: Pool },
    input: Members<S & { ClientId: typeof text }>,
  ) => Promise<object>,
): Operation {
  return operation({ ...shape, ClientId: text }, (cognito, input) =>
    run(cognito, clientOf(cognito, input.ClientId), input),
  );
}

/** An operation on the own account, proved by `AccessToken`. */
export function ownOperation<S extends Shape>(
  shape: S,
  run: (cognito: Cognito, signedIn: SignedIn, input: Members<S>) => Promise<object>,
): Operation {
  return operation({ ...shape, AccessToken: token }, async (cognito, input) =>
    run(cognito, await readAccessToken(cognito, input.AccessToken), input),
  );
}

/** An administrator's operation on a pool. */
export function poolOperation<S extends Shape>(
  shape: S,
  run: (cognito: Cognito, pool: Pool, input: Members<S>) => Promise<object>,
): Operation {
  return operation({ ...shape, UserPoolId: text }, (cognito, input) =>
    run(cognito, poolOf(cognito, input.UserPoolId), input),
  );
}

/** An administrator's operation on one user. */
export function userOperation<S extends Shape>(
  shape: S,
  run: (cognito: Cognito, target: { pool: Pool; user: User }, input: Members<S>) => Promise<object>,
): Operation {
  return poolOperation({ ...shape, Username: userName }, async (cognito, pool, input) => {
    const user = findUser(cognito, pool, input.Username);
    if (!user) throw userNotFound();
    return run(cognito, { pool, user }, input);
  });
}

function clientOf(cognito: Cognito, id: string): { client: Client; pool: Pool } {
  const client = cognito.clients.get(id);
  const pool = client && cognito.pools.get(client.poolId);
  if (!pool)
    throw new AwsError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
  return { client, pool };
}

/** The pool of an id. Throws `ResourceNotFoundException`. */
export function poolOf(cognito: Cognito, id: string): Pool {
  const pool = cognito.pools.get(id);
  if (!pool) throw new AwsError('ResourceNotFoundException', `User pool ${id} does not exist.`);
  return pool;
}
