import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findPair, PairReader, withPairs } from './pairs.ts';
import { NOT_IN_VOCABULARY, type Vocabulary } from './vocabulary.ts';

const TERMS = 6;

/** Rows of two fields each, given as term numbers. */
function vocabularyOf(rows: readonly (readonly (readonly number[])[])[]): Vocabulary {
  const ends: number[] = [];
  const tokens = rows.flat().flat();
  let at = 0;
  for (const field of rows.flat()) {
    at += field.length;
    ends.push(at);
  }
  const terms = Array.from({ length: TERMS }, (_, t) => `term${t}`);
  return {
    rows: rows.length,
    fieldCount: 2,
    terms,
    surfaces: terms,
    pairs: { starts: new Uint32Array(TERMS + 1), seconds: new Uint32Array(0) },
    idf: new Float32Array(TERMS).fill(1),
    tokens: Uint32Array.from(tokens),
    ends: Uint32Array.from(ends),
  };
}

/** Rows that hold a pair, counted one by one. */
function rowsOf(rows: readonly (readonly (readonly number[])[])[], a: number, b: number): number {
  return rows.filter((fields) =>
    fields.some((field) => field.some((term, i) => i > 0 && field[i - 1] === a && term === b)),
  ).length;
}

const token = fc.oneof(fc.nat({ max: TERMS - 1 }), fc.constant(NOT_IN_VOCABULARY));
const field = fc.array(token, { maxLength: 12 });
const corpus = fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 40 });

it('keeps the pairs of informative terms that are adjacent in at least five rows, and no others', () => {
  fc.assert(
    fc.property(corpus, (rows) => {
      const { pairs, idf } = withPairs(vocabularyOf(rows), (word) => word !== 'term0');
      const reader = new PairReader(pairs);
      for (let a = 0; a < TERMS; a++) {
        for (let b = 0; b < TERMS; b++) {
          const count = a > 0 && b > 0 ? rowsOf(rows, a, b) : 0;
          const pair = findPair(pairs, a, b);
          expect(pair >= 0).toBe(count >= 5);
          // A reader finds the same pairs, and none across fields.
          reader.begin();
          expect(reader.next(a)).toBe(-1);
          expect(reader.next(b)).toBe(pair < 0 ? -1 : TERMS + pair);
          if (pair < 0) continue;
          expect(idf[TERMS + pair]).toBeCloseTo(Math.log((rows.length + 1) / count), 5);
        }
      }
      expect(idf).toHaveLength(TERMS + pairs.seconds.length);
    }),
  );
});

it('counts tens of thousands of different pairs', () => {
  // Every pair of 300 terms, five times over: the table of counts has to grow.
  const terms = Array.from({ length: 300 }, (_, t) => `t${t}`);
  const row = terms.flatMap((_, a) => terms.flatMap((_, b) => [a, b, NOT_IN_VOCABULARY]));
  const vocabulary: Vocabulary = {
    ...vocabularyOf([]),
    rows: 5,
    fieldCount: 1,
    terms,
    surfaces: terms,
    idf: new Float32Array(300),
    tokens: Uint32Array.from(Array.from({ length: 5 }, () => row).flat()),
    ends: Uint32Array.from({ length: 5 }, (_, r) => (r + 1) * row.length),
  };
  const { pairs } = withPairs(vocabulary, () => true);
  // No more than 15,000 are kept; of equally common ones those of the commonest terms.
  expect(pairs.seconds).toHaveLength(15_000);
  expect(findPair(pairs, 0, 299)).toBe(299);
  expect(findPair(pairs, 299, 299)).toBe(-1);
});
