import { expect, test } from 'vitest';
import { toBibtex } from './bibtex.ts';
import type { Reference } from './ris.ts';

const hive: Reference = {
  kind: 'patent',
  title: 'Hive {and} 50% of_its\nbees',
  authors: ['Byron, Ada', 'Research and Co.'],
  owners: ['Wald & Söhne'],
  number: 'US-9500073-B2',
  date: '2017-04-25',
  keywords: ['A01K 47/06'],
  address: 'https://antecede.example/patents/US-9500073-B2',
};

test('names stay whole, and nothing that TeX would read is left', () => {
  expect(toBibtex([hive])).toBe(
    [
      '@patent{US-9500073-B2,',
      '  author = {{Byron, Ada} and {Research and Co.}},',
      '  title = {{Hive \\{and\\} 50\\% of\\_its bees}},',
      '  number = {US-9500073-B2},',
      '  holder = {{Wald \\& Söhne}},',
      '  date = {2017-04-25},',
      '  year = {2017},',
      '  keywords = {A01K 47/06},',
      '  url = {https://antecede.example/patents/US-9500073-B2},',
      '}',
      '',
    ].join('\n'),
  );
});

test('keys differ, and what is unknown is left out', () => {
  const row = { ...hive, kind: 'other', number: '#, }', date: undefined } as const;
  const text = toBibtex([row, row]);
  expect(text).toContain('@misc{reference,');
  expect(text).toContain('@misc{reference-2,');
  expect(text).not.toContain('date = ');
});
