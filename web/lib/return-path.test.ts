import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test.each([
  ['/search?q=a%20b', '/search?q=a%20b'],
  ['//evil.example', '/index'],
  ['/\\evil.example', '/index'],
  ['https://evil.example', '/index'],
  ['', '/index'],
])('from=%s leads to %s', (from, expected) => {
  expect(returnPath(new URLSearchParams({ from }))).toBe(expected);
});
