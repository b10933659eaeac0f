import { expect, test } from 'vitest';
import { wishedScore } from './search-again.ts';

const documents = [
  { place: 0.9, own: 0.5, near: 0.1 },
  { place: 0.5, own: 0.6, near: 0.9 },
  { place: 0.7, own: 0.6, near: 0.2 },
];
const order = (wish: (near: number) => { like: number[]; unlike: number[] }) =>
  documents
    .map(({ place, own, near }, at) => ({ at, score: wishedScore({ place, own, ...wish(near) }) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ at }) => at);

test('what is near to what is liked comes first, and last if it is not liked; without a wish nothing moves', () => {
  expect(order(() => ({ like: [], unlike: [] }))).toEqual([0, 2, 1]);
  expect(order((near) => ({ like: [near], unlike: [] }))).toEqual([1, 0, 2]);
  expect(order((near) => ({ like: [], unlike: [near] }))).toEqual([0, 2, 1]);
  expect(wishedScore({ place: 0, own: 0.2, like: [], unlike: [0.9] })).toBeLessThan(0);
});
