import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test.each([
  ['/search?q=a%20b', '/search?q=a%20b'],
  ['/indexes/idx_1#keys', '/indexes/idx_1#keys'],
  ['//evil.example', '/index'],
  ['/\\evil.example', '/index'],
  ['/\t/evil.example', '/index'],
  ['/\n\\evil.example', '/index'],
  ['/.//evil.example', '/index'],
  ['/a/..//evil.example', '/index'],
  ['https://evil.example', '/index'],
  ['javascript:alert(1)', '/index'],
  ['', '/index'],
])('from=%j leads to %s', (from, expected) => {
  expect(returnPath(new URLSearchParams({ from }))).toBe(expected);
});
