import { expect, it } from 'vitest';
import type { KnownWord } from '#engine';
import { termsOf } from './match-words.ts';
import { phraseLikeness } from './phrase-likeness.ts';

const word = (rarity: number, ...vector: number[]): KnownWord => ({
  rarity,
  vector: Float32Array.from(vector),
});
const known = new Map(
  Object.entries({
    glue: word(3, 1, 0),
    adhesive: word(3, 0.9, Math.sqrt(0.19)),
    layer: word(1, 0, 1),
    sheet: word(1, 0.6, 0.8),
  }).map(([text, one]) => [termsOf(text)[0]!, one]),
);
const likeness = (a: string, b: string) => phraseLikeness(a, b, (term) => known.get(term));

it('knows the same words, other forms of them and words that stand near the same words', () => {
  expect(likeness('the glue layer', 'a layer of the glue')).toBeGreaterThan(0.8);
  expect(likeness('glue layer', 'glue layers')).toBeCloseTo(1);
  expect(likeness('glue layer', 'adhesive layer')).toBeGreaterThan(0.8);
  expect(likeness('glue layer', 'glue sheet')).toBeGreaterThan(likeness('glue layer', 'glue qqzz'));
  // Words that the index does not know are compared by their spelling.
  expect(likeness('adhesion', 'adherent')).toBeGreaterThan(likeness('adhesion', 'cohesive'));
});

it('counts rare words more, and the head noun', () => {
  expect(likeness('glue layer', 'glue qqzz')).toBeGreaterThan(likeness('glue layer', 'zzqq layer'));
  expect(likeness('qqzz filter', 'zzqq filter')).toBeGreaterThan(
    likeness('filter qqzz', 'filter zzqq'),
  );
  expect(likeness('', 'glue')).toBe(0);
});
