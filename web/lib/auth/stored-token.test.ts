import { expect, test } from 'vitest';
import { readStoredToken } from './stored-token.ts';

const now = 1_000_000_000_000;
const inSeconds = (seconds: number) => now / 1000 + seconds;

function tokenOf(claims: object): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `header.${payload}.signature`;
}

/** What the library keeps of a person. */
const keptOf = (client: string, claims: object, drift = '0') => ({
  [`CognitoIdentityServiceProvider.${client}.LastAuthUser`]: 'usr_1',
  [`CognitoIdentityServiceProvider.${client}.usr_1.idToken`]: tokenOf(claims),
  [`CognitoIdentityServiceProvider.${client}.usr_1.clockDrift`]: drift,
});

function read(kept: Record<string, string>) {
  const keys = Object.keys(kept);
  const storage = {
    length: keys.length,
    key: (place: number) => keys[place] ?? null,
    getItem: (key: string) => kept[key] ?? null,
  };
  return readStoredToken(storage, now);
}

test('the token of the person who is signed in is read without the library, names in any script', () => {
  const claims = {
    sub: 'usr_1',
    email: 'ada@example.org',
    name: 'Ada Çelik 李',
    exp: inSeconds(61),
  };
  const kept = keptOf('client', claims);
  const text = kept['CognitoIdentityServiceProvider.client.usr_1.idToken'];
  expect(read({ theme: 'dark', ...kept })).toEqual({ text, claims });
});

test('the library decides when a token ends soon, by the clock of the user pool', () => {
  const claims = { exp: inSeconds(59) };
  expect(read(keptOf('client', claims))).toBeUndefined();
  expect(read(keptOf('client', claims, '-2000'))).toBeDefined();
  expect(read(keptOf('client', { exp: inSeconds(3000) }, '3000000'))).toBeUndefined();
});

test('the library decides when there is no token, an unreadable one, or several', () => {
  const claims = { exp: inSeconds(3000) };
  const { 'CognitoIdentityServiceProvider.client.usr_1.idToken': _, ...without } = keptOf(
    'client',
    claims,
  );
  expect(read({})).toBeUndefined();
  expect(read(without)).toBeUndefined();
  expect(
    read({ ...without, 'CognitoIdentityServiceProvider.client.usr_1.idToken': 'no.token' }),
  ).toBeUndefined();
  expect(read({ ...keptOf('client', claims), ...keptOf('other', claims) })).toBeUndefined();
});
