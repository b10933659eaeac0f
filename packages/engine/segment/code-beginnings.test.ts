import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold, isMissing, itemsOf } from '../column-values.ts';
import { CodeBeginnings } from './code-beginnings.ts';

it('reads the beginnings of items as they are counted, or leaves the cell to others', () => {
  const piece = fc.constantFrom(
    'a01k',
    '47/06',
    'us-900',
    ';',
    '; ',
    ' ',
    '|',
    ',',
    '"',
    'é',
    '[',
    'none',
    '------',
  );
  const cell = fc.array(piece, { maxLength: 8 }).map((pieces) => fold(pieces.join('')));
  let read = 0;
  fc.assert(
    fc.property(cell, fc.integer({ min: 1, max: 7 }), (code, length) => {
      const beginnings = new CodeBeginnings(length);
      const bytes = new TextEncoder().encode(JSON.stringify(code));
      if (!beginnings.read(bytes, 1, bytes.length - 1)) return;
      read++;
      expect(isMissing(code)).toBe(false);
      const items = itemsOf(code).map((item) => item.replaceAll(' ', '').slice(0, length));
      expect(beginnings.found.map(CodeBeginnings.textOf)).toEqual([...new Set(items)]);
    }),
  );
  expect(read).toBeGreaterThan(5);
});
