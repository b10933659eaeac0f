import { expect, it } from 'vitest';
import type { PatentDocument } from './patent-document.ts';
import { applicationKey, citationLinks, linksOf } from './patent-links.ts';

const document = {
  ucid: 'US-20000001-B2',
  title: 'Kite',
  publication_date: '2031-02-03',
  application_number: 'US-17000001',
  citations: [
    { number: 'US-19999999-B1', by: 'examiner' },
    { number: 'US-19999999-A' },
    { number: 'EP-4999999-A1', by: 'search-report', category: 'X' },
    { number: 'a catalogue of kites' },
  ],
} as PatentDocument;

it('links a cited number to the document that cites it, once', () => {
  const citing = { ucid: 'US-20000001-B2', title: 'Kite', date: '2031-02-03' };
  expect(citationLinks(document)).toEqual([
    ['US-19999999', { ...citing, by: 'examiner' }],
    ['EP-4999999', { ...citing, by: 'search-report', category: 'X' }],
  ]);
  expect(linksOf([document]).publications).toEqual({ 'US-17000001': ['US-20000001-B2'] });
});

it.each([
  ['US-17000001', 'US-17000001'],
  ['US 17/000,001', 'US-17000001'],
  ['US202117000001', 'US-17000001'],
  ['US-17000001-A', 'US-17000001'],
  ['EP-21999999-A', 'EP-21999999'],
  ['17000001', undefined],
])('knows the application %s', (written, key) => {
  expect(applicationKey(written)).toBe(key);
});
