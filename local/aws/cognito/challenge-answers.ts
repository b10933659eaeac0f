import * as z from 'zod';
import { changeAttributes, checkAttributes, checkRequired } from '#local/aws/cognito/attributes.ts';
import { afterPassword, finishSignIn, resumeSignIn } from '#local/aws/cognito/challenges.ts';
import type { Client } from '#local/aws/cognito/client.ts';
import type { Cognito } from '#local/aws/cognito/context.ts';
import { appOperation } from '#local/aws/cognito/operation.ts';
import { checkPassword } from '#local/aws/cognito/password.ts';
import type { Pool } from '#local/aws/cognito/pool.ts';
import {
  invalidParameter,
  type Metadata,
  parse,
  password,
  text,
} from '#local/aws/cognito/shape.ts';
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
  responses: unknown;
  session: unknown;
  clientMetadata: Metadata;
}

const respondToAuthChallenge = appOperation(
  { ChallengeName: text, ChallengeResponses: z.unknown().optional(), Session: text.optional() },
  async (cognito, app, input) => {
    const { ChallengeName, ChallengeResponses = {}, Session, ClientMetadata } = input;
    const answer = {
      ...app,
      responses: ChallengeResponses,
      session: Session,
      clientMetadata: ClientMetadata,
    };
    if (ChallengeName === 'PASSWORD_VERIFIER') return answerSrp(cognito, answer);
    if (ChallengeName === 'NEW_PASSWORD_REQUIRED') return answerNewPassword(cognito, answer);
    if (ChallengeName === 'SOFTWARE_TOKEN_MFA') return answerTotp(cognito, answer);
    throw invalidParameter(`Challenge ${ChallengeName} is not emulated`);
  },
);

const srpResponses = z.strictObject({
  USERNAME: text,
  PASSWORD_CLAIM_SECRET_BLOCK: text,
  PASSWORD_CLAIM_SIGNATURE: text,
  TIMESTAMP: text,
});

/** Second half of SRP. The secret block works once, whatever comes of it. */
async function answerSrp(cognito: Cognito, { client, pool, responses, clientMetadata }: Answer) {
  const given = parse(srpResponses, responses);
  const session = given.PASSWORD_CLAIM_SECRET_BLOCK;
  const { username, handshake } = resumeSignIn(cognito, session, 'PASSWORD_VERIFIER', client.id);
  finishSignIn(cognito, session);
  const key = `${pool.id}:${username}`;
  refuseLockedOut(cognito, key);
  const user = cognito.store.user(pool.id, username);
  const proved =
    handshake &&
    verifyClaim(handshake, {
      poolName: pool.name,
      userId: username,
      secretBlock: session,
      timestamp: given.TIMESTAMP,
      signature: given.PASSWORD_CLAIM_SIGNATURE,
    });
  // A password that was changed in the meantime counts for no more than one of a stand-in.
  if (!proved || user?.password.verifier !== handshake.verifier) {
    countWrongPassword(cognito, key);
    throw notAuthorized('Incorrect username or password.');
  }
  forgetWrongPasswords(cognito, key);
  return afterPassword(cognito, { pool, client, user }, clientMetadata);
}

const newPasswordResponses = z
  .object({ USERNAME: text, NEW_PASSWORD: password })
  .catchall(z.string().max(2048));

/** An invited user replaces the temporary password. A refused password leaves the session usable. */
async function answerNewPassword(
  cognito: Cognito,
  { client, pool, responses, session, clientMetadata }: Answer,
) {
  const { USERNAME: _, NEW_PASSWORD, ...others } = parse(newPasswordResponses, responses);
  const id = requireSession(session);
  const user = pendingUser(cognito, pool, client, id, 'NEW_PASSWORD_REQUIRED');
  if (user.status !== 'FORCE_CHANGE_PASSWORD') throw notAuthorized('Invalid session for the user.');
  checkPassword(pool.passwordPolicy, NEW_PASSWORD);
  const changes = givenAttributes(others);
  for (const name of pool.requiredAttributes)
    if (Object.hasOwn(changes, name) && user.attributes[name])
      throw invalidParameter(`Cannot modify an already provided ${name}`);
  checkAttributes(pool, client, changes);
  checkRequired(pool, { ...user.attributes, ...changes });
  finishSignIn(cognito, id);
  const { temporaryPasswordExpiresAt: __, ...kept } = user;
  const confirmed: User = {
    ...kept,
    status: 'CONFIRMED',
    password: createVerifier(pool.name, user.username, NEW_PASSWORD),
  };
  await changeAttributes(cognito, pool, confirmed, changes, client, clientMetadata);
  const changed = cognito.store.user(pool.id, user.username) ?? confirmed;
  const source = 'TokenGeneration_NewPasswordChallenge';
  return afterPassword(cognito, { pool, client, user: changed }, clientMetadata, source);
}

/** Attributes among the answers to a challenge: `userAttributes.name`. */
function givenAttributes(responses: Record<string, string>): Record<string, string> {
  const prefix = 'userAttributes.';
  const entries = Object.entries(responses).map(([name, value]) => {
    if (!name.startsWith(prefix)) throw invalidParameter(`${name} is not emulated`);
    return [name.slice(prefix.length), value];
  });
  return Object.fromEntries(entries);
}

const totpResponses = z.strictObject({ USERNAME: text, SOFTWARE_TOKEN_MFA_CODE: text });

async function answerTotp(
  cognito: Cognito,
  { client, pool, responses, session, clientMetadata }: Answer,
) {
  const { SOFTWARE_TOKEN_MFA_CODE } = parse(totpResponses, responses);
  const id = requireSession(session);
  const user = pendingUser(cognito, pool, client, id, 'SOFTWARE_TOKEN_MFA');
  checkTotp(cognito, pool, user, SOFTWARE_TOKEN_MFA_CODE);
  finishSignIn(cognito, id);
  const signedIn = { pool, client, user };
  const source = 'TokenGeneration_Authentication';
  const AuthenticationResult = await startSession(cognito, signedIn, source, clientMetadata);
  return { ChallengeParameters: {}, AuthenticationResult };
}

function requireSession(session: unknown): string {
  return parse(z.object({ Session: text }), { Session: session }).Session;
}

function pendingUser(
  cognito: Cognito,
  pool: Pool,
  client: Client,
  session: string,
  name: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA',
): User {
  const { username } = resumeSignIn(cognito, session, name, client.id);
  const user = cognito.store.user(pool.id, username);
  if (!user) throw notAuthorized('Invalid session for the user.');
  if (!user.enabled) throw notAuthorized('User is disabled.');
  return user;
}

export const challengeOperations = { RespondToAuthChallenge: respondToAuthChallenge };
