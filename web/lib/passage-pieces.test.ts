import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passagePieces } from './passage-pieces.ts';

const text = 'Keeping Bees: 𝒜 parasite of the colony.';
const place = { text, start: 0, end: text.length };

test('words are marked where the engine says that they stand', () => {
  const pieces = passagePieces({
    ...place,
    termRanges: [
      [0, 7],
      [17, 25],
    ],
    conceptRanges: [[8, 12]],
  });
  expect(pieces).toEqual([
    { text: 'Keeping', kind: 'term' },
    { text: ' ', kind: 'plain' },
    { text: 'Bees', kind: 'concept' },
    { text: ': 𝒜 ', kind: 'plain' },
    { text: 'parasite', kind: 'term' },
    { text: ' of the colony.', kind: 'plain' },
  ]);
});

test('a passage without marks is one piece', () => {
  expect(passagePieces({ ...place, termRanges: [], conceptRanges: [] })).toEqual([
    { text, kind: 'plain' },
  ]);
  expect(passagePieces({ ...place, text: '', termRanges: [], conceptRanges: [] })).toEqual([]);
});

test('the pieces joined are the passage, whatever the ranges', () => {
  const offset = fc.integer({ min: 0, max: text.length });
  const ranges = fc.array(fc.tuple(offset, offset));
  fc.assert(
    fc.property(ranges, ranges, (termRanges, conceptRanges) => {
      const pieces = passagePieces({ ...place, termRanges, conceptRanges });
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    }),
  );
});
