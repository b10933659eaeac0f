import { expect, it } from 'vitest';
import { partText } from './part-text.ts';
import { emptyLists, type PatentDocument, patentDocumentSchema } from './patent-document.ts';
import { placeName } from './place-name.ts';

const patent: PatentDocument = {
  ...emptyLists,
  ucid: 'US-99000001-B2',
  title: 'Hinge for a folding ladder',
  abstract: 'A hinge locks at two angles.',
  claims: [
    { number: 1, text: 'A hinge comprising a pawl.', dependsOn: [] },
    { number: 2, text: 'The hinge of claim 1, wherein the pawl is sprung.', dependsOn: [1] },
  ],
  paragraphs: [
    { number: 1, heading: 'FIELD', text: 'Ladders fold.' },
    { number: 7, text: 'The pawl is made of steel.' },
  ],
};

it.each([
  [
    'DETAILED DESCRIPTION OF THE PREFERRED EMBODIMENTS',
    'Detailed description of the preferred embodiments',
  ],
  ['BACKGROUND OF SIP', 'BACKGROUND OF SIP'],
  [
    `Synthesis of ${'methyl '.repeat(20)}`,
    'Synthesis of methyl methyl methyl methyl methyl methyl …',
  ],
])('names a paragraph below %s', (heading, name) => {
  const paragraphs = [{ number: 1, heading, text: 'The pawl is made of steel.' }];
  const place = { part: 'paragraph' as const, number: 1 };
  expect(placeName({ paragraphs }, place)).toBe(`${name}, “The pawl is made of steel.”`);
});

it('takes a document that lacks all dates, family and kind code', () => {
  expect(patentDocumentSchema.parse(patent)).toEqual(patent);
});

it.each([
  { ucid: 'US10123456B2' },
  { ucid: '../US-10123456-B2' },
  { kind_code: 'B22' },
  { filing_date: '20150102' },
  { filing_date: '2015-02-30' },
  { title: '' },
])('refuses %j', (change) => {
  expect(patentDocumentSchema.safeParse({ ...patent, ...change }).success).toBe(false);
});

it('finds the text of each part by the number that the document gives it', () => {
  expect(partText(patent, { part: 'title', number: null })).toBe(patent.title);
  expect(partText(patent, { part: 'abstract', number: null })).toBe(patent.abstract);
  expect(partText(patent, { part: 'claim', number: 2 })).toContain('sprung');
  expect(partText(patent, { part: 'paragraph', number: 7 })).toContain('steel');
  expect(partText(patent, { part: 'paragraph', number: 2 })).toBeUndefined();
});
