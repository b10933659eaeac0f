import { totpCode } from '#local/aws/cognito/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app with this key shows `ahead` half minutes from now; each counts once. */
export function authenticatorCode(key: string, ahead = 0): string {
  const bits = [...key].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  return totpCode(secret, Math.floor(Date.now() / 30e3) + ahead);
}
