import { Secret, TOTP } from 'otpauth';
import { advanceClock } from '#tests/support/clock.ts';

/**
 * The code that an authenticator app with this key shows half a minute later, to which the clock of the
 * stack is set: each code counts once.
 */
export async function nextAuthenticatorCode(key: string): Promise<string> {
  const now = await advanceClock(process.env.E2E_ORIGIN!, '30s');
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now.getTime() });
}
