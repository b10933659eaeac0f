import { expect, test } from 'vitest';
import { toSt14 } from './st14.ts';

test('patents are cited by office, number, kind, owner and day, others by their names', () => {
  const common = { keywords: [], address: 'https://antecede.example/x' };
  const text = toSt14([
    {
      ...common,
      kind: 'patent',
      title: 'Hive',
      authors: [],
      owners: ['Wald & Söhne'],
      number: 'US-9500073-B2',
      date: '2017-04-25',
    },
    {
      ...common,
      kind: 'patent',
      title: 'Hive',
      authors: ['Byron Ada'],
      owners: [],
      number: 'EP-1234567-A1',
      date: '1999',
    },
    ...['us2015123456a1', 'WO-2015123456-A1', 'WO-9924564-A1', 'DE-102015123456-A1'].map(
      (number) => ({
        ...common,
        kind: 'patent' as const,
        title: 'Hive',
        authors: [],
        owners: [],
        number,
        date: undefined,
      }),
    ),
    {
      ...common,
      kind: 'other',
      title: 'Bees',
      authors: ['A. Byron'],
      owners: [],
      number: '0705.0982',
      date: '2007-05',
    },
  ]);
  expect(text.split('\r\n')).toEqual([
    'US 9500073 B2 (WALD & SÖHNE) 25 April 2017 (2017-04-25)',
    'EP 1234567 A1 (BYRON ADA) 1999',
    'US 2015/0123456 A1',
    'WO 2015/123456 A1',
    'WO 99/24564 A1',
    'DE 102015123456 A1',
    'A. BYRON, Bees, 0705.0982, 2007-05, https://antecede.example/x',
    '',
  ]);
});
