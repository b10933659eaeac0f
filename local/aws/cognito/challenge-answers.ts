import { changeAttributes, checkAttributes } from '#local/aws/cognito/attributes.ts';
import { afterPassword, finishSignIn, resumeSignIn } from '#local/aws/cognito/challenges.ts';
import type { Client } from '#local/aws/cognito/client.ts';
import type { Cognito } from '#local/aws/cognito/context.ts';
import {
  clientOf,
  type Input,
  invalidParameter,
  nested,
  type Operation,
  saveUser,
  text,
} from '#local/aws/cognito/operation.ts';
import { checkPassword } from '#local/aws/cognito/password.ts';
import type { Pool } from '#local/aws/cognito/pool.ts';
import { createVerifier, verifyClaim } from '#local/aws/cognito/srp.ts';
import {
  countWrongPassword,
  forgetWrongPasswords,
  refuseLockedOut,
} from '#local/aws/cognito/throttle.ts';
import { notAuthorized, startSession } from '#local/aws/cognito/tokens.ts';
import { checkTotp } from '#local/aws/cognito/totp.ts';
import type { User } from '#local/aws/cognito/user.ts';

/** What an answer is checked against. */
interface Answer {
  client: Client;
  pool: Pool;
  responses: Input;
  session: string;
  clientMetadata: unknown;
}

const respondToAuthChallenge: Operation = {
  members: ['ClientId', 'ChallengeName', 'ChallengeResponses', 'Session'],
  async run(cognito, input) {
    const responses = nested(input, 'ChallengeResponses');
    const name = text(input, 'ChallengeName');
    const sessionField =
      name === 'PASSWORD_VERIFIER' ? responses.PASSWORD_CLAIM_SECRET_BLOCK : input.Session;
    const session = text({ Session: sessionField }, 'Session');
    const answer = {
      ...clientOf(cognito, input),
      responses,
      session,
      clientMetadata: input.ClientMetadata,
    };
    if (name === 'PASSWORD_VERIFIER') return answerSrp(cognito, answer);
    if (name === 'NEW_PASSWORD_REQUIRED') return answerNewPassword(cognito, answer);
    if (name === 'SOFTWARE_TOKEN_MFA') return answerTotp(cognito, answer);
    throw invalidParameter(`Challenge ${name} is not emulated`);
  },
};

/** Second half of SRP. The secret block works once, whatever comes of it. */
async function answerSrp(
  cognito: Cognito,
  { client, pool, responses, session, clientMetadata }: Answer,
) {
  const pending = resumeSignIn(cognito, session, 'PASSWORD_VERIFIER', client.id);
  finishSignIn(cognito, session);
  const user = cognito.store.findUser(pool.id, pending.username, '');
  const verifier = pending.inventedVerifier ?? user?.password?.verifier;
  const key = `${pool.id}:${pending.username}`;
  refuseLockedOut(cognito, key);
  const proved =
    pending.handshake &&
    verifier &&
    verifyClaim(pending.handshake, verifier, {
      poolName: pool.name,
      userId: pending.username,
      secretBlock: session,
      timestamp: text(responses, 'TIMESTAMP'),
      signature: text(responses, 'PASSWORD_CLAIM_SIGNATURE'),
    });
  if (!proved || !user) {
    countWrongPassword(cognito, key);
    throw notAuthorized('Incorrect username or password.');
  }
  forgetWrongPasswords(cognito, key);
  return afterPassword(cognito, { pool, client, user }, clientMetadata);
}

/** An invited user replaces the temporary password. A refused password leaves the session usable. */
async function answerNewPassword(
  cognito: Cognito,
  { client, pool, responses, session, clientMetadata }: Answer,
) {
  const user = pendingUser(cognito, pool, client, session, 'NEW_PASSWORD_REQUIRED');
  if (user.status !== 'FORCE_CHANGE_PASSWORD') throw notAuthorized('Invalid session for the user.');
  const password = text(responses, 'NEW_PASSWORD', 1024);
  checkPassword(pool.passwordPolicy, password);
  const { temporaryPasswordExpiresAt: _, ...kept } = user;
  const confirmed: User = {
    ...kept,
    status: 'CONFIRMED',
    password: createVerifier(pool.name, user.username, password),
  };
  const given = Object.entries(responses).filter(([name]) => name.startsWith('userAttributes.'));
  const attributes = given.map(([name, value]) => [
    name.slice('userAttributes.'.length),
    String(value),
  ]);
  const changes = Object.fromEntries(attributes);
  checkAttributes(pool, client, changes);
  finishSignIn(cognito, session);
  if (attributes.length > 0)
    await changeAttributes(cognito, pool, confirmed, changes, client, clientMetadata);
  else saveUser(cognito, pool, confirmed);
  const changed = cognito.store.findUser(pool.id, user.username, '') ?? confirmed;
  const source = 'TokenGeneration_NewPasswordChallenge';
  const signedIn = { pool, client, user: changed };
  const AuthenticationResult = await startSession(cognito, signedIn, source, clientMetadata);
  return { ChallengeParameters: {}, AuthenticationResult };
}

async function answerTotp(
  cognito: Cognito,
  { client, pool, responses, session, clientMetadata }: Answer,
) {
  const user = pendingUser(cognito, pool, client, session, 'SOFTWARE_TOKEN_MFA');
  checkTotp(cognito, user, text(responses, 'SOFTWARE_TOKEN_MFA_CODE'));
  finishSignIn(cognito, session);
  const signedIn = { pool, client, user };
  const source = 'TokenGeneration_Authentication';
  const AuthenticationResult = await startSession(cognito, signedIn, source, clientMetadata);
  return { ChallengeParameters: {}, AuthenticationResult };
}

function pendingUser(
  cognito: Cognito,
  pool: Pool,
  client: Client,
  session: string,
  name: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA',
): User {
  const { username } = resumeSignIn(cognito, session, name, client.id);
  const user = cognito.store.findUser(pool.id, username, '');
  if (!user) throw notAuthorized('Invalid session for the user.');
  if (!user.enabled) throw notAuthorized('User is disabled.');
  return user;
}

export const challengeOperations = { RespondToAuthChallenge: respondToAuthChallenge };
