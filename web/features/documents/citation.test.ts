import { expect, test } from 'vitest';
import { citation } from './citation.ts';

test('a document is cited by who, title, id, date and address', () => {
  const details = [
    { name: 'categories', value: 'cs.IT' },
    { name: 'authors', value: 'E. Arikan.' },
    { name: 'update_date', value: '2009-07-20' },
  ];
  expect(
    citation({ title: 'Codes', id: '0807.3917', details, address: 'https://a.example/1' }),
  ).toBe('E. Arikan. Codes. 0807.3917. 2009-07-20. https://a.example/1');
});

test('what is not known is left out', () => {
  expect(citation({ title: 'Codes?', id: '1', details: [], address: 'https://a.example' })).toBe(
    'Codes?. 1. https://a.example',
  );
});
