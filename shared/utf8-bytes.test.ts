import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Bytes } from './utf8-bytes.ts';

test('counts the bytes that an encoder writes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(utf8Bytes(text)).toBe(Buffer.from(text).length);
    }),
  );
});
