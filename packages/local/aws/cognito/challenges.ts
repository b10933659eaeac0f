import { randomBytes } from 'node:crypto';
import { AwsError } from '#local/aws/service.ts';
import type { Cognito, SignedIn } from './context.ts';
import type { Handshake } from './srp.ts';
import { notAuthorized, startSession } from './tokens.ts';

/** An unfinished sign-in. Its unguessable id goes to the client as `Session`. */
export interface PendingSignIn {
  name: 'PASSWORD_VERIFIER' | 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA';
  clientId: string;
  /** Internal username; an invented one if the user does not exist. */
  username: string;
  handshake?: Handshake;
}

/** How long a sign-in may take. AWS's default. */
const challengeMs = 3 * 60_000;

/** Stores an unfinished sign-in and returns its id. */
export function suspendSignIn(cognito: Cognito, pending: PendingSignIn): string {
  const id = randomBytes(96).toString('base64');
  const now = cognito.clock.now();
  cognito.store.addChallenge(id, pending, now + challengeMs, now);
  return id;
}

/** The unfinished sign-in with an id. Throws if it is unknown, expired or of another client. */
export function resumeSignIn(
  cognito: Cognito,
  id: string,
  name: PendingSignIn['name'],
  clientId: string,
): PendingSignIn {
  const pending = cognito.store.challenge<PendingSignIn>(id, cognito.clock.now());
  if (pending?.name !== name || pending.clientId !== clientId) {
    throw notAuthorized('Invalid session for the user.');
  }
  return pending;
}

/** Uses an unfinished sign-in up. Throws if it has been used before. */
export function finishSignIn(cognito: Cognito, id: string): void {
  if (!cognito.store.deleteChallenge(id)) {
    throw notAuthorized('Invalid session for the user, session can only be used once.');
  }
}

/** The answer to a correct password: tokens, or the next challenge. */
export async function afterPassword(cognito: Cognito, signedIn: SignedIn) {
  const { user, client } = signedIn;
  if (user.status === 'UNCONFIRMED') {
    throw new AwsError('UserNotConfirmedException', 'User is not confirmed.');
  }
  if (user.status === 'FORCE_CHANGE_PASSWORD') return askNewPassword(cognito, signedIn);
  if (user.totp?.enabled) {
    const pending = {
      name: 'SOFTWARE_TOKEN_MFA',
      clientId: client.id,
      username: user.username,
    } as const;
    const Session = suspendSignIn(cognito, pending);
    const ChallengeParameters = { USER_ID_FOR_SRP: user.username };
    return { ChallengeName: pending.name, Session, ChallengeParameters };
  }
  const result = await startSession(cognito, signedIn);
  return { ChallengeParameters: {}, AuthenticationResult: result };
}

function askNewPassword(cognito: Cognito, { pool, client, user }: SignedIn) {
  if ((user.temporaryPasswordExpiresAt ?? Infinity) < cognito.clock.now()) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
  }
  const pending = {
    name: 'NEW_PASSWORD_REQUIRED',
    clientId: client.id,
    username: user.username,
  } as const;
  const { sub: _, ...attributes } = user.attributes;
  const missing = pool.requiredAttributes.filter((name) => !attributes[name]);
  return {
    ChallengeName: pending.name,
    Session: suspendSignIn(cognito, pending),
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      requiredAttributes: JSON.stringify(missing.map((name) => `userAttributes.${name}`)),
      userAttributes: JSON.stringify(attributes),
    },
  };
}
