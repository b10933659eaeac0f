import { expect, it } from 'vitest';
import { loudLine } from './logs.ts';

it.each([
  ['{"level":"INFO","message":"request"}', undefined],
  ['plain text', undefined],
  ['null', undefined],
  ['{"level":"WARN","message":"slow"}', 'WARN f: slow'],
  [
    '{"level":"ERROR","message":"request failed","error":{"message":"no table"},"requestId":"r1"}',
    'ERROR f: request failed (no table) [r1]',
  ],
])('%s becomes the console line %s', (line, expected) => {
  expect(loudLine('f', line)).toBe(expected);
});
