import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Citation, formatCitation, splitAnswer } from './citations.ts';

const first: Citation = {
  number: 1,
  ucid: 'US-10123456-B2',
  quote: 'a hinge that "locks" (in one position)',
  place: { part: 'claim', number: 3 },
};
const second: Citation = {
  number: 2,
  ucid: 'US-3703998-A',
  quote: 'nested cylindrical shells',
  place: { part: 'abstract', number: null },
};

test('an answer is split into its text and its citations', () => {
  const text = 'The hinge locks [1].\n\nThe hull is nested [2].';
  const answer = `${text}\n\n${formatCitation(first)}\n${formatCitation(second)}\n`;
  expect(splitAnswer(answer)).toEqual({ text, citations: [first, second] });
});

test('only citations at the end of the answer count, and lines of another form are text', () => {
  const answer = `${formatCitation(first)}\nis what the list would say.\n[3] see above`;
  expect(splitAnswer(answer)).toEqual({ text: answer, citations: [] });
});

test('typographic quotation marks and a hyphen are understood', () => {
  const answer = 'Yes [2].\n\n[2] US-3703998-A - “nested cylindrical shells” (abstract)';
  expect(splitAnswer(answer).citations).toEqual([second]);
});

test('every citation survives formatting', () => {
  const place = fc.oneof(
    fc.record({
      part: fc.constantFrom('title' as const, 'abstract' as const),
      number: fc.constant(null),
    }),
    fc.record({
      part: fc.constantFrom('claim' as const, 'paragraph' as const),
      number: fc.integer({ min: 1, max: 9999 }),
    }),
  );
  const words = fc.array(fc.stringMatching(/^[!-~]{1,9}$/), { minLength: 1, maxLength: 9 });
  const citation = fc.record({
    number: fc.integer({ min: 1, max: 99 }),
    ucid: fc.constant('US-10123456-B2'),
    quote: words.map((list) => list.join(' ')),
    place,
  });
  fc.assert(
    fc.property(citation, (given) => {
      expect(splitAnswer(`Text [1].\n\n${formatCitation(given)}`).citations).toEqual([given]);
    }),
  );
});
