import { createHmac, randomBytes } from 'node:crypto';
import { afterPassword, suspendSignIn } from '#local/aws/cognito/challenges.ts';
import type { Client } from '#local/aws/cognito/client.ts';
import type { Cognito } from '#local/aws/cognito/context.ts';
import {
  clientOf,
  findUser,
  type Input,
  invalidParameter,
  nested,
  type Operation,
  poolOf,
  text,
  userNotFound,
} from '#local/aws/cognito/operation.ts';
import type { Pool } from '#local/aws/cognito/pool.ts';
import { refresh } from '#local/aws/cognito/refresh.ts';
import { matchesVerifier, openHandshake } from '#local/aws/cognito/srp.ts';
import {
  countWrongPassword,
  forgetWrongPasswords,
  refuseLockedOut,
} from '#local/aws/cognito/throttle.ts';
import { notAuthorized } from '#local/aws/cognito/tokens.ts';
import type { User } from '#local/aws/cognito/user.ts';

const initiateAuth: Operation = {
  members: ['ClientId', 'AuthFlow', 'AuthParameters'],
  async run(cognito, input) {
    const { client, pool } = clientOf(cognito, input);
    const parameters = nested(input, 'AuthParameters');
    switch (text(input, 'AuthFlow')) {
      case 'USER_SRP_AUTH':
        return startSrp(cognito, pool, client, parameters);
      case 'USER_PASSWORD_AUTH':
        requireFlow(client, 'ALLOW_USER_PASSWORD_AUTH');
        return signInByPassword(cognito, pool, client, parameters, input.ClientMetadata);
      case 'REFRESH_TOKEN_AUTH':
      case 'REFRESH_TOKEN':
        requireFlow(client, 'ALLOW_REFRESH_TOKEN_AUTH');
        return refresh(cognito, client, text(parameters, 'REFRESH_TOKEN'), input.ClientMetadata);
      default:
        throw invalidParameter(`AuthFlow ${input.AuthFlow} is not emulated`);
    }
  },
};

const adminInitiateAuth: Operation = {
  members: ['UserPoolId', 'ClientId', 'AuthFlow', 'AuthParameters'],
  async run(cognito, input) {
    const { client, pool } = clientOf(cognito, input);
    if (poolOf(cognito, input) !== pool)
      throw invalidParameter('The client is of another user pool');
    if (text(input, 'AuthFlow') !== 'ADMIN_USER_PASSWORD_AUTH')
      throw invalidParameter(`AuthFlow ${input.AuthFlow} is not emulated`);
    requireFlow(client, 'ALLOW_ADMIN_USER_PASSWORD_AUTH');
    const parameters = nested(input, 'AuthParameters');
    return signInByPassword(cognito, pool, client, parameters, input.ClientMetadata);
  },
};

function requireFlow(client: Client, flow: string): void {
  if (!client.flows.has(flow))
    throw invalidParameter(`${flow.replace('ALLOW_', '')} flow not enabled for this client`);
}

/** First half of SRP. A user who does not exist gets a plausible answer that never leads anywhere. */
function startSrp(cognito: Cognito, pool: Pool, client: Client, parameters: Input) {
  requireFlow(client, 'ALLOW_USER_SRP_AUTH');
  const name = text(parameters, 'USERNAME');
  const user = findUser(cognito, pool, name);
  if (!user?.password && !client.hideUserExistence) throw userNotFound();
  const known = user?.password
    ? { username: user.username, ...user.password }
    : invent(cognito, pool, name);
  const handshake = openHandshake(text(parameters, 'SRP_A'), known.verifier);
  if (!handshake) throw invalidParameter('Invalid SRP_A');
  const secretBlock = suspendSignIn(
    cognito,
    {
      name: 'PASSWORD_VERIFIER',
      clientId: client.id,
      username: known.username,
      handshake,
      ...(!user?.password && { inventedVerifier: known.verifier }),
    },
    client.challengeMs,
  );
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: known.salt,
      SECRET_BLOCK: secretBlock,
      SRP_B: handshake.B,
      USERNAME: known.username,
      USER_ID_FOR_SRP: known.username,
    },
  };
}

/** The same name always gets the same id and salt, as a real user would. */
function invent(cognito: Cognito, pool: Pool, name: string) {
  const digest = (purpose: string) =>
    createHmac('sha256', cognito.key.secret)
      .update(`${purpose}:${pool.id}:${name.toLowerCase()}`)
      .digest('hex');
  const id = digest('id');
  const uuid = [id.slice(0, 8), id.slice(8, 12), `4${id.slice(13, 16)}`, `a${id.slice(17, 20)}`];
  return {
    username: pool.emailIsUsername ? [...uuid, id.slice(20, 32)].join('-') : name,
    salt: digest('salt').slice(0, 32),
    verifier: randomBytes(383).toString('hex'),
  };
}

async function signInByPassword(
  cognito: Cognito,
  pool: Pool,
  client: Client,
  parameters: Input,
  clientMetadata: unknown,
) {
  const name = text(parameters, 'USERNAME');
  const user = findUser(cognito, pool, name);
  if (!user && !client.hideUserExistence) throw userNotFound();
  const proved = provePassword(cognito, pool, user, name, text(parameters, 'PASSWORD'));
  return afterPassword(cognito, { pool, client, user: proved }, clientMetadata);
}

/** Gives the user back when the password is right. Costs the same when there is no such user. */
export function provePassword(
  cognito: Cognito,
  pool: Pool,
  user: User | undefined,
  name: string,
  password: string,
): User {
  const known = user?.password
    ? { username: user.username, ...user.password }
    : invent(cognito, pool, name);
  const key = `${pool.id}:${known.username}`;
  refuseLockedOut(cognito, key);
  const matches = matchesVerifier(known, pool.name, known.username, password);
  if (!user || !matches) {
    countWrongPassword(cognito, key);
    throw notAuthorized('Incorrect username or password.');
  }
  forgetWrongPasswords(cognito, key);
  return user;
}

/** Beginnings of a sign-in. */
export const signInOperations = { InitiateAuth: initiateAuth };
export const adminSignInOperations = { AdminInitiateAuth: adminInitiateAuth };
