import { expect, test } from 'vitest';
import { toRis } from './ris.ts';

test('a reference has a line for each value, and none of another’s choice', () => {
  const patent = {
    kind: 'patent',
    title: 'Hive\r\nER  - \nTY  - BOOK',
    authors: ['Byron, Ada', 'Quill, Bo'],
    owners: ['Comb Works'],
    number: 'US-99990001-A1',
    date: '2015-07-30',
    keywords: ['A01K 47/06'],
    address: 'https://a.example/patents/US-99990001-A1',
  } as const;
  const row = {
    ...patent,
    kind: 'other',
    title: 'Row',
    authors: [],
    owners: [],
    keywords: [],
  } as const;
  expect(toRis([patent, { ...row, date: '2015' }, { ...row, date: undefined }])).toBe(
    [
      'TY  - PAT',
      'TI  - Hive ER - TY - BOOK',
      'AU  - Byron, Ada',
      'AU  - Quill, Bo',
      'PB  - Comb Works',
      'SN  - US-99990001-A1',
      'PY  - 2015',
      'DA  - 2015/07/30/',
      'KW  - A01K 47/06',
      'UR  - https://a.example/patents/US-99990001-A1',
      'ER  - ',
      '',
      'TY  - GEN',
      'TI  - Row',
      'ID  - US-99990001-A1',
      'PY  - 2015',
      'DA  - 2015///',
      'UR  - https://a.example/patents/US-99990001-A1',
      'ER  - ',
      '',
      'TY  - GEN',
      'TI  - Row',
      'ID  - US-99990001-A1',
      'UR  - https://a.example/patents/US-99990001-A1',
      'ER  - ',
      '',
    ].join('\r\n'),
  );
});
