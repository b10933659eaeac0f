import { expect, it } from 'vitest';
import { findDates } from './dates.ts';

const today = '2026-11-22';

it.each([
  ['before 2015', [{ before: '2015-01-01' }]],
  ['prior to May 2014', [{ before: '2014-05-01' }]],
  ['published after March 2012', [{ field: 'publication', after: '2012-03-31' }]],
  ['priority before 12 May 2014', [{ field: 'priority', before: '2014-05-12' }]],
  ['with a priority date before May 12th, 2014', [{ field: 'priority', before: '2014-05-12' }]],
  ['whose priority date is earlier than 2001-02-03', [{ field: 'priority', before: '2001-02-03' }]],
  ['since 2010', [{ after: '2009-12-31' }]],
  ['filed in 2009', [{ field: 'filing', after: '2008-12-31', before: '2010-01-01' }]],
  ['granted no later than June 2008', [{ field: 'grant', before: '2008-07-01' }]],
  ['until 2012', [{ before: '2013-01-01' }]],
  ['in the 1990s', [{ after: '1989-12-31', before: '2000-01-01' }]],
  ['from the 80s', [{ after: '1979-12-31', before: '1990-01-01' }]],
  ['from 1985', [{ after: '1984-12-31' }]],
  ['between 2010 and 2014', [{ after: '2009-12-31', before: '2015-01-01' }]],
  [
    'published from 2010 to 2014',
    [{ field: 'publication', after: '2009-12-31', before: '2015-01-01' }],
  ],
  ['2010-2014', [{ after: '2009-12-31', before: '2015-01-01' }]],
  ['before 2012-03', [{ before: '2012-03-01' }]],
  ['earlier than Q3 2011', [{ before: '2011-07-01' }]],
  ['2015 or later', [{ after: '2014-12-31' }]],
  ['2015 and earlier', [{ before: '2016-01-01' }]],
  ['not before 2015', [{ after: '2014-12-31' }]],
  ['nothing older than 2018', [{ after: '2017-12-31' }]],
  ['none later than 2018', [{ before: '2019-01-01' }]],
  ['in the last ten years', [{ after: '2016-11-22' }]],
  ['older than 20 years', [{ before: '2006-11-22' }]],
  ['not older than 18 months', [{ after: '2025-05-22' }]],
  ['priority: 2015', [{ field: 'priority', after: '2014-12-31', before: '2016-01-01' }]],
  ['published last year', [{ field: 'publication', after: '2024-12-31', before: '2026-01-01' }]],
  ['before 2015 (priority)', [{ field: 'priority', before: '2015-01-01' }]],
  [
    'published after 2010 and before 2015',
    [
      { field: 'publication', after: '2010-12-31' },
      { field: 'publication', before: '2015-01-01' },
    ],
  ],
  [
    'priority before 2005, published after 2008',
    [
      { field: 'priority', before: '2005-01-01' },
      { field: 'publication', after: '2008-12-31' },
    ],
  ],
])('%s', (text, expected) => {
  const found = findDates(`kites ${text}`, today);
  expect(found).toMatchObject(expected);
  expect(found).toHaveLength(expected.length);
  for (const [position, { after, before }] of found.entries())
    expect({ after, before }).toEqual({
      after: (expected[position] as { after?: string }).after,
      before: (expected[position] as { before?: string }).before,
    });
});

it.each([
  'a seal that lasts after 2000 cycles',
  'a motor between 1500 and 2000 rpm',
  'it may march on for 5 seconds',
  'dried three days in the sun',
  'published before 2012-02-31',
  'a bolt of 1900 newtons',
])('%s holds no date', (text) => {
  expect(findDates(text, today)).toEqual([]);
});

it('gives the position of the phrase', () => {
  const text = 'lamps published before 2015, please';
  const [phrase] = findDates(text, today);
  expect(text.slice(phrase!.start, phrase!.end)).toBe('published before 2015');
});
