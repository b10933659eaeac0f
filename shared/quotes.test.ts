import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { partText } from './part-text.ts';
import { emptyLists, type PatentDocument } from './patent-document.ts';
import { locateQuote } from './quotes.ts';

const document: PatentDocument = {
  ...emptyLists,
  ucid: 'US-3703998-A',
  title: 'Drone with a telescopic fuselage',
  abstract: 'The midsection consists of nested shells that slide apart along rails.',
  claims: [
    {
      number: 1,
      text: 'A drone, comprising:\na hull; and\nlocking “dogs” on the hull.',
      dependsOn: [],
    },
    { number: 2, text: 'The drone of claim 1, wherein the hull is inflatable.', dependsOn: [1] },
  ],
  paragraphs: [
    { number: 1, text: 'Seals keep the airstream out of the overlap between both shells.' },
    { number: 2, text: 'The midsection consists of nested shells that slide apart along rails.' },
  ],
};

test('a quote is found despite different white space and quotation marks', () => {
  const { status, quote, place } = locateQuote(document, 'comprising: a hull;  and locking "dogs"');
  expect(status).toBe('verified');
  expect(place).toEqual({ ucid: 'US-3703998-A', part: 'claim', number: 1, start: 9, end: 47 });
  expect(quote).toBe('comprising:\na hull; and\nlocking “dogs”');
});

test.each([
  ['chloride and H2O at 10-3 mol', 'chloride and H₂O at 10⁻³ mol'],
  ['a film of SiO2—the first', 'a film of SiO₂–the first'],
  ['length x of the ﬁlm is 5 µm', 'length 𝑥 of the film is 5 μm'],
])('the quote %j is found in %j, with its offsets', (quote, written) => {
  const text = `Ω: ${written}, as measured.`;
  const chemistry = { ...document, paragraphs: [{ number: 1, text }] };
  const { status, place } = locateQuote(chemistry, quote);
  expect(status).toBe('verified');
  expect(text.slice(place!.start, place!.end)).toBe(written);
});

test('if a quote occurs several times, the stated place is used', () => {
  const words = 'nested shells that slide apart';
  expect(locateQuote(document, words).place?.part).toBe('abstract');
  const stated = { part: 'paragraph', number: 2 } as const;
  expect(locateQuote(document, words, stated).place).toMatchObject(stated);
});

test('a quote with some other words is replaced by the most similar passage', () => {
  const { status, quote, place } = locateQuote(
    document,
    'seals keep the airstream entirely out of the overlap',
  );
  expect(status).toBe('repaired');
  expect(quote).toBe('Seals keep the airstream out of the overlap');
  expect(place).toMatchObject({ part: 'paragraph', number: 1, start: 0 });
});

test('a quote that is missing, too short or put together from pieces is unverified', () => {
  for (const quote of [
    'The wing folds when the pilot presses a button.',
    'the hull',
    'A drone … wherein seals … on rails and dogs of nested airstream shells keep out',
  ]) {
    expect(locateQuote(document, quote)).toEqual({ status: 'unverified', quote, place: null });
  }
});

test('every passage of every part is verified and found in the text', () => {
  const places = fc.constantFrom(
    { part: 'title' as const, number: null },
    { part: 'abstract' as const, number: null },
    { part: 'claim' as const, number: 1 },
    { part: 'claim' as const, number: 2 },
    { part: 'paragraph' as const, number: 1 },
  );
  fc.assert(
    fc.property(places, fc.nat(60), fc.integer({ min: 14, max: 70 }), (stated, start, length) => {
      const text = partText(document, stated)!;
      const given = text.slice(start, start + length).trim();
      fc.pre(given.replace(/\s+/g, ' ').length >= 12);
      const { status, quote, place } = locateQuote(document, given, stated);
      expect(status).toBe('verified');
      expect(place).toMatchObject(stated);
      expect(text.slice(place!.start, place!.end)).toBe(quote);
    }),
  );
});

test('a repaired quote is a text of the document', () => {
  const vocabulary =
    'the midsection consists of nested shells that slide apart seals keep out'.split(' ');
  const words = fc.array(fc.constantFrom(...vocabulary), { minLength: 4, maxLength: 12 });
  fc.assert(
    fc.property(words, (list) => {
      const { status, quote, place } = locateQuote(document, list.join(' '));
      if (status === 'unverified') return;
      expect(partText(document, place!)!.slice(place!.start, place!.end)).toBe(quote);
    }),
  );
});
