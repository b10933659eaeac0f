import { expect, test } from 'vitest';
import type { PatentDocument } from './patent-document.ts';
import { type StoredDocument, upgradedDocument } from './upgraded-document.ts';

const old = (ucid: string, paragraph_numbers: 'source' | 'counted') =>
  ({
    ucid,
    citations: ['US-1-A'],
    paragraphs: [{ number: 7, text: 'It rains.' }],
    paragraph_numbers,
  }) as unknown as StoredDocument;

test.each([
  ['US-20310000001-A1', 'source', 7],
  ['US-20310000001-A1', 'counted', undefined],
  ['US-99000001-B2', 'source', undefined],
] as const)('%s, whose numbers are of the kind %s, prints %s', (ucid, numbers, printed) => {
  const document = upgradedDocument(old(ucid, numbers));
  expect(document).toEqual({
    ucid,
    citations: [{ number: 'US-1-A' }],
    paragraphs: [{ number: 7, text: 'It rains.', ...(printed && { printed }) }],
  });
});

test('a document of today stays as it is', () => {
  const document = { ucid: 'US-1-A', citations: [{ number: 'US-2-A' }] } as PatentDocument;
  expect(upgradedDocument(document)).toBe(document);
});
