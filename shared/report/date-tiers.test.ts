import { describe, expect, it, test } from 'vitest';
import { isCombinable, placeInTime } from './date-tiers.ts';
import { type DatedPatent, effectiveDate, isOverAYearBefore, lawOf } from './patent-dates.ts';

type Dates = Partial<Omit<DatedPatent, 'ucid'>>;
const patent = (ucid: string, dates: Dates): DatedPatent => ({
  ucid,
  priority_claims: [],
  ...dates,
});

/** Rows: what differs, the reference's number and dates, and its tier with the rule; null is no art. */
type Row = [about: string, ucid: string, dates: Dates, expected: string | null];

function check(subject: DatedPatent, rows: Row[]) {
  test.each(rows)('%s', (_, ucid, dates, expected) => {
    const placed = placeInTime(subject, patent(ucid, dates));
    expect(placed && `${placed.tier} ${placed.provision}`.trim()).toBe(expected);
  });
}

const us = 'US-20110000001-A1';
const wo = 'WO-2014000001-A1';
const ep = 'EP-1000001-A1';
const a1 = '35 U.S.C. 102(a)(1)';
const a2 = '35 U.S.C. 102(a)(2)';

describe('against a patent of 2015-06-01 after the AIA', () => {
  const subject = patent('US-99000001-B2', {
    filing_date: '2016-05-01',
    priority_date: '2015-06-01',
  });
  check(subject, [
    ['a year and a day before', us, { publication_date: '2014-05-31' }, `published-before ${a1}`],
    ['exactly a year before', us, { publication_date: '2014-06-01' }, `grace-year ${a1}`],
    ['the day before', ep, { publication_date: '2015-05-31' }, `grace-year ${a1}`],
    [
      'the same day, filed before',
      us,
      { publication_date: '2015-06-01', filing_date: '2015-05-31' },
      `filed-before ${a2}`,
    ],
    [
      'the same day, filed the same day',
      us,
      { publication_date: '2015-06-01', filing_date: '2015-06-01' },
      null,
    ],
    [
      'later, filed the same day',
      us,
      { publication_date: '2017-01-01', filing_date: '2015-06-01' },
      null,
    ],
    [
      'later, foreign priority before',
      us,
      {
        publication_date: '2017-01-01',
        filing_date: '2016-01-01',
        priority_claims: [{ number: 'DE-1', date: '2015-05-31', relation: 'foreign' }],
      },
      `filed-before ${a2}`,
    ],
    [
      'later, an international application filed before',
      wo,
      { publication_date: '2015-12-01', filing_date: '2015-05-31' },
      `filed-before ${a2}`,
    ],
    [
      'later, a European application filed before',
      ep,
      { publication_date: '2015-12-01', filing_date: '2015-05-31' },
      null,
    ],
    ['later, filing not known', us, { publication_date: '2017-01-01' }, 'unknown'],
    [
      'later, a priority without a day',
      us,
      {
        publication_date: '2017-01-01',
        filing_date: '2015-07-01',
        priority_claims: [{ number: 'US-1' }],
      },
      'unknown',
    ],
    ['publication not known', us, { filing_date: '2010-01-01' }, 'unknown'],
    ['publication not known, filed later', us, { filing_date: '2015-06-01' }, null],
    ['no dates', us, {}, 'unknown'],
  ]);
});

describe('against a patent of before the AIA, with a foreign priority', () => {
  const subject = patent('US-8000001-B2', {
    filing_date: '2009-03-10',
    priority_date: '2008-03-12',
    priority_claims: [{ number: 'DE-1', date: '2008-03-12', relation: 'foreign' }],
  });
  const b = 'published-before pre-AIA 35 U.S.C. 102(b)';
  const a = 'grace-year pre-AIA 35 U.S.C. 102(a)';
  const e = 'filed-before pre-AIA 35 U.S.C. 102(e)';
  check(subject, [
    [
      'a year and a day before the filing in the United States',
      us,
      { publication_date: '2008-03-09' },
      b,
    ],
    ['exactly a year before it', us, { publication_date: '2008-03-10' }, a],
    ['the day before the priority', ep, { publication_date: '2008-03-11' }, a],
    [
      'the day of the priority, filed before',
      us,
      { publication_date: '2008-03-12', filing_date: '2008-03-11' },
      e,
    ],
    [
      'later, filed that day',
      us,
      { publication_date: '2009-01-01', filing_date: '2008-03-12' },
      null,
    ],
    [
      'later, with a provisional application before',
      us,
      {
        publication_date: '2009-01-01',
        filing_date: '2008-04-01',
        priority_claims: [{ number: 'US-61', date: '2008-03-11', relation: 'provisional' }],
      },
      e,
    ],
    [
      'later, with only a foreign priority before',
      us,
      {
        publication_date: '2009-01-01',
        filing_date: '2008-04-01',
        priority_date: '2008-03-01',
        priority_claims: [{ number: 'FR-1', date: '2008-03-01', relation: 'foreign' }],
      },
      null,
    ],
    [
      'later, with a priority of a kind that is not told',
      us,
      { publication_date: '2009-01-01', filing_date: '2008-04-01', priority_date: '2008-03-01' },
      'unknown',
    ],
    [
      'a European application',
      ep,
      { publication_date: '2008-09-01', filing_date: '2008-03-01' },
      null,
    ],
    ['no dates', us, {}, 'unknown'],
  ]);
});

describe('against a patent of before the AIA whose priority may be foreign', () => {
  const subject = patent('US-8000001-B2', {
    filing_date: '2009-03-10',
    priority_date: '2008-03-12',
  });
  check(subject, [
    [
      'more than a year before both',
      us,
      { publication_date: '2007-03-11' },
      'published-before pre-AIA 35 U.S.C. 102(b)',
    ],
    ['between', us, { publication_date: '2007-03-12' }, 'unknown'],
    [
      'within a year of both',
      us,
      { publication_date: '2008-03-11' },
      'grace-year pre-AIA 35 U.S.C. 102(a)',
    ],
  ]);
});

describe('against a European patent', () => {
  const subject = patent('EP-2000001-B1', {
    filing_date: '2012-02-01',
    priority_date: '2011-02-01',
  });
  check(subject, [
    ['the day before', us, { publication_date: '2011-01-31' }, 'published-before Art. 54(2) EPC'],
    ['the same day', us, { publication_date: '2011-02-01', filing_date: '2010-01-01' }, null],
    [
      'a European application filed before',
      ep,
      { publication_date: '2011-02-01', filing_date: '2011-01-31' },
      'filed-before Art. 54(3) EPC',
    ],
    [
      'an international application filed before',
      wo,
      { publication_date: '2011-06-01', filing_date: '2011-01-31' },
      'filed-before Art. 54(3) EPC',
    ],
    [
      'a European application filed the same day',
      ep,
      { publication_date: '2012-02-01', filing_date: '2011-02-01' },
      null,
    ],
    ['no dates', ep, {}, 'unknown'],
  ]);
});

describe('against other patents', () => {
  check(patent('WO-2011000001-A1', { filing_date: '2011-02-01' }), [
    [
      'international: published before',
      us,
      { publication_date: '2011-01-31' },
      'published-before Rule 64.1 PCT',
    ],
    [
      'international: filed before',
      us,
      { publication_date: '2011-03-01', filing_date: '2011-01-31' },
      'filed-before Rule 64.3 PCT',
    ],
  ]);
  check(patent('JP-2011000001-A', { filing_date: '2011-02-01' }), [
    [
      'Japanese: published before',
      us,
      { publication_date: '2011-01-31' },
      'published-before absolute novelty',
    ],
    [
      'Japanese: filed before elsewhere',
      us,
      { publication_date: '2011-03-01', filing_date: '2011-01-31' },
      null,
    ],
    [
      'Japanese: filed before in Japan',
      'JP-2011000002-A',
      { publication_date: '2011-03-01', filing_date: '2011-01-31' },
      'filed-before earlier application',
    ],
  ]);
  check(patent('US-99000001-B2', {}), [
    ['without a date of its own', us, { publication_date: '1990-01-01' }, 'unknown'],
  ]);
});

it.each([
  ['2013-03-15', 'pre-AIA'],
  ['2013-03-16', 'post-AIA'],
])('a patent of %s is under the law %s', (priority_date, law) => {
  expect(lawOf(patent(us, { priority_date, filing_date: '2014-01-01' }))).toBe(law);
});

it.each([
  ['2014-06-01', '2015-06-01', false],
  ['2014-05-31', '2015-06-01', true],
  ['2016-02-29', '2017-02-28', false],
  ['2016-02-29', '2017-03-01', true],
  ['2015-02-28', '2016-02-29', true],
  ['2015-03-01', '2016-02-29', false],
])('%s is over a year before %s: %s', (day, other, expected) => {
  expect(isOverAYearBefore(day, other)).toBe(expected);
});

it('says where the effective date comes from', () => {
  const claims: DatedPatent['priority_claims'] = [
    { number: 'US-62/1', date: '2014-01-02', relation: 'provisional' },
    { number: 'DE-1', date: '2014-05-01', relation: 'foreign' },
  ];
  expect(effectiveDate(patent(us, { filing_date: '2015-01-02', priority_claims: claims }))).toEqual(
    {
      date: '2014-01-02',
      basis: 'Earliest priority claimed: US-62/1 of 2014-01-02 (provisional)',
    },
  );
  expect(
    effectiveDate(patent(us, { filing_date: '2015-01-02', priority_date: '2015-01-02' })).basis,
  ).toBe('Filing date 2015-01-02; no earlier priority is claimed');
  expect(effectiveDate(patent(us, { publication_date: '2015-01-02' })).date).toBeUndefined();
  expect(
    effectiveDate(patent(us, { filing_date: '2015-01-02', priority_claims: [{ number: 'US-1' }] }))
      .date,
  ).toBeUndefined();
});

it('combines no art that counts for novelty only', () => {
  const subject = patent('EP-2000001-B1', { filing_date: '2012-02-01' });
  const earlier = placeInTime(
    subject,
    patent(ep, { publication_date: '2012-03-01', filing_date: '2011-01-31' }),
  )!;
  expect(isCombinable(earlier)).toBe(false);
  const american = placeInTime(
    patent(us, { filing_date: '2015-01-01' }),
    patent(wo, { publication_date: '2015-03-01', filing_date: '2014-01-31' }),
  )!;
  expect(isCombinable(american)).toBe(true);
});
