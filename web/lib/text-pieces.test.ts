import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markKinds, type PatentMark } from '#shared/patent-document.ts';
import { linesOf, type TextPiece, textPieces } from './text-pieces.ts';

const range = fc
  .tuple(fc.nat(60), fc.integer({ min: 1, max: 12 }))
  .map(([start, length]) => ({ start, end: start + length }));
const marks = fc.array(
  fc
    .record({ at: range, kind: fc.constantFrom(...markKinds) })
    .map(({ at, kind }): PatentMark => ({ ...at, kind })),
  { maxLength: 6 },
);

/** Texts of pieces in their order; formulas and the like stand for what they cover. */
function shown(text: string, pieces: readonly TextPiece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'table') {
        return piece.rows.map((row) => row.map((cell) => shown(text, cell)).join('\t')).join('\n');
      }
      const inner = piece.kind === 'mark' || piece.kind === 'passage' ? piece.pieces : [];
      return inner.length > 0 ? shown(text, inner) : text.slice(piece.start, piece.end);
    })
    .join('');
}

test('no character is lost or shown twice, whatever crosses what', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', '\n', '\t', ' '), maxLength: 60 });
  fc.assert(
    fc.property(
      text,
      marks,
      range,
      fc.array(range, { maxLength: 5 }),
      (text, marks, passage, words) => {
        const ordered = marks.toSorted((a, b) => a.start - b.start || b.end - a.end);
        const sorted = words.toSorted((a, b) => a.start - b.start);
        const pieces = textPieces(text, { marks: ordered, passage, words: sorted });
        expect(shown(text, pieces)).toBe(text);
      },
    ),
  );
});

test('indices lose the brackets that they have in a plain text', () => {
  const text = 'C_(n)H_(2n+2)';
  const pieces = textPieces(text, {
    marks: [
      { start: 1, end: 5, kind: 'sub' },
      { start: 6, end: 13, kind: 'sub' },
    ],
    passage: { start: 0, end: 6 },
  });
  expect(shown(text, pieces)).toBe('CnH2n+2');
  expect(pieces[0]).toMatchObject({ kind: 'passage', start: 0, end: 6 });
});

test('a passage over cells is marked in each of them', () => {
  const [table] = textPieces('a\tb\nc\td', {
    marks: [{ start: 0, end: 7, kind: 'table' }],
    passage: { start: 2, end: 5 },
  });
  const kinds =
    table?.kind === 'table' ? table.rows.map((row) => row.map((cell) => cell[0]?.kind)) : [];
  expect(kinds).toEqual([
    ['text', 'passage'],
    ['passage', 'text'],
  ]);
});

test('lines end outside tables only', () => {
  const lines = linesOf('one\na\tb\nc\td\ntwo', [{ start: 4, end: 11, kind: 'table' }]);
  expect(lines).toEqual([
    { start: 0, end: 3 },
    { start: 4, end: 11 },
    { start: 12, end: 15 },
  ]);
});
