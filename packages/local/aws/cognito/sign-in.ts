import * as z from 'zod';
import { afterPassword, suspendSignIn } from './challenges.ts';
import type { App, Cognito } from './context.ts';
import { appOperation } from './operation.ts';
import type { Pool } from './pool.ts';
import { refresh } from './refresh.ts';
import { invalidParameter, type Metadata, parse, password, text, token } from './shape.ts';
import { matchesVerifier, openHandshake } from './srp.ts';
import { countWrongPassword, forgetWrongPasswords, refuseLockedOut } from './throttle.ts';
import { notAuthorized } from './tokens.ts';
import { runTrigger } from './triggers.ts';
import type { User } from './user.ts';
import { userOrStandIn } from './users.ts';

const flow = { AuthFlow: text, AuthParameters: z.unknown().optional() };
const byPassword = z.strictObject({ USERNAME: text, PASSWORD: password });
const bySrp = z.strictObject({ USERNAME: text, SRP_A: text });
const byRefreshToken = z.strictObject({ REFRESH_TOKEN: token });

const initiateAuth = appOperation(flow, async (cognito, app, input) => {
  const { AuthFlow, AuthParameters = {}, ClientMetadata } = input;
  switch (AuthFlow) {
    case 'USER_SRP_AUTH':
      requireFlow(app, 'ALLOW_USER_SRP_AUTH');
      return startSrp(cognito, app, parse(bySrp, AuthParameters), ClientMetadata);
    case 'USER_PASSWORD_AUTH':
      requireFlow(app, 'ALLOW_USER_PASSWORD_AUTH');
      return signInByPassword(cognito, app, parse(byPassword, AuthParameters), ClientMetadata);
    case 'REFRESH_TOKEN_AUTH': {
      requireFlow(app, 'ALLOW_REFRESH_TOKEN_AUTH');
      const { REFRESH_TOKEN } = parse(byRefreshToken, AuthParameters);
      return refresh(cognito, app, REFRESH_TOKEN);
    }
    default:
      throw invalidParameter(`AuthFlow ${AuthFlow} is not emulated`);
  }
});

function requireFlow({ client }: App, allowed: string): void {
  if (!client.flows.has(allowed)) {
    throw invalidParameter(`${allowed.replace('ALLOW_', '')} flow not enabled for this client`);
  }
}

/** First half of SRP. A user who does not exist gets a plausible answer that never leads anywhere. */
async function startSrp(
  cognito: Cognito,
  app: App,
  { USERNAME, SRP_A }: z.output<typeof bySrp>,
  clientMetadata: Metadata,
) {
  const user = userOrStandIn(cognito, app.pool, USERNAME);
  await askPreAuthentication(cognito, app, user, clientMetadata);
  const { username } = user;
  const handshake = openHandshake(SRP_A, user.password.verifier);
  if (!handshake) throw invalidParameter('Invalid SRP_A');
  const pending = {
    name: 'PASSWORD_VERIFIER',
    clientId: app.client.id,
    username,
    handshake,
  } as const;
  const ChallengeParameters = {
    SALT: user.password.salt,
    SECRET_BLOCK: suspendSignIn(cognito, pending),
    SRP_B: handshake.B,
    USERNAME: username,
    USER_ID_FOR_SRP: username,
  };
  return { ChallengeName: pending.name, ChallengeParameters };
}

async function signInByPassword(
  cognito: Cognito,
  app: App,
  { USERNAME, PASSWORD }: z.output<typeof byPassword>,
  clientMetadata: Metadata,
) {
  const user = userOrStandIn(cognito, app.pool, USERNAME);
  await askPreAuthentication(cognito, app, user, clientMetadata);
  provePassword(cognito, app.pool, user, PASSWORD);
  return afterPassword(cognito, { ...app, user });
}

/**
 * Lets the pool's `PreAuthentication` trigger refuse a sign-in before the password is checked. The trigger
 * also runs for unknown users.
 */
async function askPreAuthentication(
  cognito: Cognito,
  { client, pool }: App,
  user: User,
  validationData: Metadata,
): Promise<void> {
  const userNotFound = user.attributes.sub === undefined;
  await runTrigger(cognito, pool, 'PreAuthentication', {
    source: 'PreAuthentication_Authentication',
    user,
    clientId: client.id,
    request: { validationData, userNotFound },
    response: {},
  });
}

/** Throws unless the password is correct. Takes as long for an unknown user. */
export function provePassword(cognito: Cognito, pool: Pool, user: User, given: string): void {
  const key = `${pool.id}:${user.username}`;
  refuseLockedOut(cognito, key);
  if (!matchesVerifier(user.password, pool.name, user.username, given)) {
    countWrongPassword(cognito, key);
    throw notAuthorized('Incorrect username or password.');
  }
  forgetWrongPasswords(cognito, key);
}

/** Operations that begin a sign-in. */
export const signInOperations = { InitiateAuth: initiateAuth };
