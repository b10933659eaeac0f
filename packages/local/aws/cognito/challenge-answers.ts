import * as z from 'zod';
import { withPassword } from './admin.ts';
import { afterPassword, finishSignIn, resumeSignIn } from './challenges.ts';
import type { App, Cognito } from './context.ts';
import { appOperation } from './operation.ts';
import { checkPassword } from './password.ts';
import { invalidParameter, parse, password, text } from './shape.ts';
import { verifyClaim } from './srp.ts';
import { countWrongPassword, forgetWrongPasswords, refuseLockedOut } from './throttle.ts';
import { notAuthorized, startSession } from './tokens.ts';
import { checkTotp } from './totp.ts';
import type { User } from './user.ts';
import { saveUser } from './users.ts';

/** The state that an answer is checked against. */
interface Answer extends App {
  responses: unknown;
  session: unknown;
}

const respondToAuthChallenge = appOperation(
  { ChallengeName: text, ChallengeResponses: z.unknown().optional(), Session: text.optional() },
  async (cognito, app, input) => {
    const { ChallengeName, ChallengeResponses = {}, Session } = input;
    const answer = { ...app, responses: ChallengeResponses, session: Session };
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

/** Second half of SRP. The secret block works once, whether or not the sign-in succeeds. */
async function answerSrp(cognito: Cognito, { client, pool, responses }: Answer) {
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
  // If the password has changed since the first half, the proof is as wrong as for an unknown user.
  if (!proved || user?.password.verifier !== handshake.verifier) {
    countWrongPassword(cognito, key);
    throw notAuthorized('Incorrect username or password.');
  }
  forgetWrongPasswords(cognito, key);
  return afterPassword(cognito, { pool, client, user });
}

/** Clients that sign in by SRP (pycognito, warrant) repeat their previous answer here. AWS ignores it. */
const newPasswordResponses = z.strictObject({
  USERNAME: text,
  NEW_PASSWORD: password,
  TIMESTAMP: text.optional(),
  PASSWORD_CLAIM_SECRET_BLOCK: text.optional(),
  PASSWORD_CLAIM_SIGNATURE: text.optional(),
});

/** An invited user replaces the temporary password. A refused password leaves the session usable. */
async function answerNewPassword(cognito: Cognito, { client, pool, responses, session }: Answer) {
  const { NEW_PASSWORD } = parse(newPasswordResponses, responses);
  const id = requireSession(session);
  const user = pendingUser(cognito, { pool, client }, id, 'NEW_PASSWORD_REQUIRED');
  if (user.status !== 'FORCE_CHANGE_PASSWORD') throw notAuthorized('Invalid session for the user.');
  checkPassword(pool, NEW_PASSWORD);
  finishSignIn(cognito, id);
  const confirmed = withPassword(pool, user, NEW_PASSWORD);
  saveUser(cognito, confirmed);
  return afterPassword(cognito, { pool, client, user: confirmed });
}

const totpResponses = z.strictObject({ USERNAME: text, SOFTWARE_TOKEN_MFA_CODE: text });

async function answerTotp(cognito: Cognito, { client, pool, responses, session }: Answer) {
  const { SOFTWARE_TOKEN_MFA_CODE } = parse(totpResponses, responses);
  const id = requireSession(session);
  const user = pendingUser(cognito, { pool, client }, id, 'SOFTWARE_TOKEN_MFA');
  checkTotp(cognito, user, SOFTWARE_TOKEN_MFA_CODE);
  finishSignIn(cognito, id);
  const AuthenticationResult = await startSession(cognito, { pool, client, user });
  return { ChallengeParameters: {}, AuthenticationResult };
}

function requireSession(session: unknown): string {
  return parse(z.object({ Session: text }), { Session: session }).Session;
}

function pendingUser(
  cognito: Cognito,
  { pool, client }: App,
  session: string,
  name: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA',
): User {
  const { username } = resumeSignIn(cognito, session, name, client.id);
  const user = cognito.store.user(pool.id, username);
  if (!user) throw notAuthorized('Invalid session for the user.');
  return user;
}

export const challengeOperations = { RespondToAuthChallenge: respondToAuthChallenge };
