/** Passwords known from leaks, by the range API of Have I Been Pwned: https://haveibeenpwned.com/API/v3#PwnedPasswords */
import { optionalSetting } from '#core/runtime/config.ts';

/** Somebody waits for the answer, and goes on without it. */
const timeoutMs = 2000;

/** A suffix, and how often the password was found: 0 for lines that only hide how many there are. */
const line = /^[0-9A-F]{35}:\d+$/;

/**
 * The suffixes of leaked passwords' SHA-1 in hexadecimal digits that continue a prefix, a line each with the
 * number of leaks. Empty if the environment does not ask. Throws if the provider gives no answer in time.
 * @param prefix five digits: more would tell the provider too much
 */
export async function readBreachedRange(prefix: string): Promise<string> {
  const endpoint = optionalSetting('BREACHED_PASSWORDS_ENDPOINT');
  if (!endpoint) return '';
  const answer = await fetch(`${endpoint}/range/${prefix}`, {
    headers: { 'add-padding': 'true', 'user-agent': 'antecede' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The list of leaked passwords answered ${answer.status}`);
  const lines = text.trim().split(/\r?\n/);
  if (!lines.every((one) => line.test(one)))
    throw new Error('This is not a list of leaked passwords');
  return lines.join('\n');
}
