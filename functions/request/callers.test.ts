import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../api/', import.meta.url);

/** Endpoints whose code names this resolver. */
const endpointsWith = (resolver: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      new RegExp(`\\b${resolver}\\b`).test(readFileSync(new URL(file, folder), 'utf8')),
    )
    .map((file) => file.slice(0, -'.ts'.length));

test('four endpoints answer a session without the second factor that the organisation requires', () => {
  expect(endpointsWith('userOfAnySession')).toEqual([
    'confirm-second-factor',
    'get-user',
    'sign-out',
    'update-user',
  ]);
});

test('one endpoint looks up the user itself', () => {
  expect(endpointsWith('userOf')).toEqual(['create-user']);
});
