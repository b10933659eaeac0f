import { expect, test } from 'vitest';
import { breachedText, refuseBreached } from './breached-password.ts';

/** SHA-1 of "password" is 5BAA6, then this. */
const suffix = '1E4C9B93F3F0682250B6CF8331B7EE68FD8';
const other = '0'.repeat(35);

test('a leaked password is refused, and only five digits of its hash are sent', async () => {
  const asked: string[] = [];
  const check = refuseBreached('password', async (prefix) => {
    asked.push(prefix);
    return `${other}:2\n${suffix}:9`;
  });
  await expect(check).rejects.toThrow(breachedText);
  expect(asked).toEqual(['5BAA6']);
});

test('a password that is not in the list is accepted, also if only padding looks like it', async () => {
  const check = refuseBreached('password', async () => `${other}:2\n${suffix}:0`);
  await expect(check).resolves.toBeUndefined();
});

test('a list that cannot be read accepts every password', async () => {
  const broken = refuseBreached('password', () => Promise.reject(new Error('no connection')));
  await expect(broken).resolves.toBeUndefined();
  await expect(refuseBreached('password', async () => '')).resolves.toBeUndefined();
});
