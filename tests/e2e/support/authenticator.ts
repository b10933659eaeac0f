import { totpCode } from '#local/aws/cognito/totp.ts';
import { advanceClock } from '#tests/support/clock.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The code that an authenticator app with this key shows half a minute later, to which the clock of the
 * stack is set: each code counts once.
 */
export async function nextAuthenticatorCode(key: string): Promise<string> {
  const now = await advanceClock(process.env.E2E_ORIGIN!, '30s');
  const bits = [...key].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  return totpCode(secret, Math.floor(now.getTime() / 30_000));
}
