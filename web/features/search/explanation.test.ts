import { expect, test } from 'vitest';
import type { Explanation } from '#shared/contract/search.ts';
import { highlight } from './explanation.ts';

const explanation: Explanation = {
  terms: [
    { term: 'parasites', share: 0.5 },
    { term: 'keep', share: 0.2 },
  ],
  concepts: [
    { term: 'bee', share: 0.1 },
    { term: 'control', share: 0.1 },
  ],
  passage: null,
};

const marked = (text: string) =>
  highlight(text, explanation)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ text, kind }) => `${kind}: ${text}`);

test('words of the query and related ones are marked in whatever form they stand', () => {
  expect(marked('Keeping Bees: a Parasite of the colony, controlled.')).toEqual([
    'term: Keeping',
    'concept: Bees',
    'term: Parasite',
    'concept: controlled',
  ]);
});

test('words that only begin alike are not', () => {
  expect(marked('Beer has been content; contrast the kee.')).toEqual([]);
});

test('the pieces are the passage, letter by letter', () => {
  const text = '  „Bees“ – <b>keep</b> 3 parasites\n';
  expect(
    highlight(text, explanation)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
  expect(highlight('', explanation)).toEqual([]);
});
