import { expect, test } from 'vitest';
import type { PatentDocument } from '#shared/patent-document.ts';
import { placeOfQuote } from './place-of-quote.ts';

const ucid = 'US-99990001-B2';
const patent = {
  ucid,
  abstract: 'A hinge locks at two angles. A pawl holds it.',
  claims: [
    { number: 1, text: 'A hinge comprising:\na pawl; and\na spring.', dependsOn: [] },
    { number: 2, text: 'The hinge of claim 1, wherein the pawl is of steel.', dependsOn: [1] },
  ],
} as unknown as PatentDocument;

test.each([
  ['A pawl holds it.', { part: 'abstract', number: null, start: 29, end: 45 }],
  ['a pawl; and\na spring.', { part: 'claim', number: 1, start: 20, end: 41 }],
  ['a spring.\nThe hinge of claim 1', { part: 'claim', number: 2, start: 0, end: 20 }],
])('%j is found where it stands', (quote, place) => {
  expect(placeOfQuote(patent, quote)).toEqual({ ucid, ...place });
});

test.each(['', ' \n', 'A lever'])('%j stands nowhere', (quote) => {
  expect(placeOfQuote(patent, quote)).toBeUndefined();
});
