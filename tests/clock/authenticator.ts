import { Secret, TOTP } from 'otpauth';
import { type Credentials, cognito } from '#tests/api/support/cognito.ts';
import { clientAt, origin } from '#tests/api/support/people.ts';
import { advanceClock, readClock } from '#tests/support/clock.ts';

const usesOf = new Map<string, number>();

/**
 * A code that was not used yet: each counts once. The pool takes the present one and the next. A third needs a later
 * time.
 */
async function nextCode(key: string, at: string): Promise<string> {
  const uses = usesOf.get(key) ?? 0;
  usesOf.set(key, uses + 1);
  const now = uses < 2 ? await readClock(at) : await advanceClock(at, '30s');
  const timestamp = now.getTime() + Math.min(uses, 1) * 30_000;
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp });
}

const own = (at: string, operation: string, input: Record<string, unknown>) =>
  cognito(at, operation, { ClientId: undefined, ...input });

/** Switches the authenticator app of an account, straight at the user pool. */
export const switchApp = (AccessToken: string, Enabled: boolean) =>
  setApp(origin(), AccessToken, Enabled);

const setApp = (at: string, AccessToken: string, Enabled: boolean) =>
  own(at, 'SetUserMFAPreference', {
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled, PreferredMfa: Enabled },
  });

/**
 * Sets up an authenticator app, straight at the user pool. Returns its key.
 * @param isAnother whether the account had one before, whose codes of this minute count as used
 */
export async function setUpApp(
  AccessToken: string,
  isAnother = false,
  at = origin(),
): Promise<string> {
  if (isAnother) await advanceClock(at, '1m');
  const { SecretCode } = await own(at, 'AssociateSoftwareToken', { AccessToken });
  await own(at, 'VerifySoftwareToken', { AccessToken, UserCode: await nextCode(SecretCode, at) });
  await setApp(at, AccessToken, true);
  return SecretCode;
}

/** A new session that began with a code of the app, and in a later second than what was done with it before. */
export async function signInWithApp({ email, password }: Credentials, key: string, at = origin()) {
  await advanceClock(at, '2s');
  const { ChallengeName, Session } = await cognito(at, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  const { AuthenticationResult } = await cognito(at, 'RespondToAuthChallenge', {
    ChallengeName,
    Session,
    ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: await nextCode(key, at) },
  });
  const { IdToken, AccessToken } = AuthenticationResult as Record<string, string>;
  return { idToken: IdToken!, accessToken: AccessToken!, call: clientAt(at, IdToken) };
}
