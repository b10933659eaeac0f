import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const functions = join(import.meta.dirname, '..');

/** Endpoints whose code names this resolver. */
const endpointsWith = (resolver: string) =>
  globSync('*/endpoints/*.ts', { cwd: functions })
    .filter((file) =>
      new RegExp(`\\b${resolver}\\b`).test(readFileSync(join(functions, file), 'utf8')),
    )
    .map((file) => basename(file, '.ts'))
    .toSorted();

test('four endpoints answer a session without the second factor that the organization requires', () => {
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
