import { expect, test } from 'vitest';
import { queryWords } from './query-words.ts';

const found = (query: string, text: string) =>
  queryWords(query)?.(text).map(({ start, end }) => text.slice(start, end));

test.each([
  ['folded hinges', 'The hinge folds; a folding ladder.', ['hinge', 'folds', 'folding']],
  ['heating blades', 'It heats each blade.', ['heats', 'blade']],
  ['pump', 'A pumpkin and two pumps.', ['pumps']],
  ['C++ (x|y)* [a]', 'x y a C', undefined],
  ['Ähre', 'Die Ähren', []],
])('the words of %j in %j are %j', (query, text, words) => {
  expect(found(query, text)).toEqual(words);
});

test('words that say nothing are not marked', () => {
  expect(queryWords('a of the and wherein')).toBeUndefined();
  expect(queryWords('')).toBeUndefined();
});
