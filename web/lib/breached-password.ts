import { ProductError } from '#shared/errors.ts';

export const breachedText =
  'This password is known from leaks of other websites. Please choose another one.';

/** Gives the lines of a range, see `list-breached-passwords`. */
export type ReadRange = (prefix: string) => Promise<string>;

const prefixLength = 5;

async function sha1Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

/**
 * Throws if a password is known from leaks. The password stays here: only the first five digits of its hash are
 * sent, which a million passwords share. If the list cannot be read, every password is accepted.
 */
export async function refuseBreached(password: string, readRange: ReadRange): Promise<void> {
  // Browsers hash on https and localhost only.
  if (!globalThis.crypto.subtle) return;
  const hash = await sha1Of(password);
  const range = await readRange(hash.slice(0, prefixLength)).catch(() => '');
  const rest = hash.slice(prefixLength);
  const isLeaked = range.split('\n').some((line) => {
    const [suffix, count] = line.split(':');
    return suffix === rest && Number(count) > 0;
  });
  if (isLeaked) throw new ProductError('InvalidRequest', breachedText);
}
