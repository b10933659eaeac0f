import { setTimeout as sleep } from 'node:timers/promises';
import { totpCode } from '#local/aws/cognito/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const stepMs = 30_000;
/** So long a code may be on its way. */
const spareMs = 10_000;

/** Waits where the half minute is about to end: a code of the one before would arrive too late. */
export async function awaitFreshStep(): Promise<void> {
  const leftMs = stepMs - (Date.now() % stepMs);
  if (leftMs < spareMs) await sleep(leftMs);
}

/** The code that an authenticator app with this key shows `ahead` half minutes from now; each counts once. */
export function authenticatorCode(key: string, ahead = 0): string {
  const bits = [...key].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  return totpCode(secret, Math.floor(Date.now() / stepMs) + ahead);
}
