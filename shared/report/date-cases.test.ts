import { describe, expect, test } from 'vitest';
import { placeInTime } from './date-tiers.ts';
import { type DatedPatent, effectiveDate } from './patent-dates.ts';

type Dates = Partial<Omit<DatedPatent, 'ucid'>>;
const patent = (ucid: string, dates: Dates): DatedPatent => ({
  ucid,
  priority_claims: [],
  ...dates,
});
const provisional = (date: string) => ({
  number: 'US-60111111',
  date,
  relation: 'provisional' as const,
});
const foreign = (date: string) => ({ number: 'FR-0100001', date, relation: 'foreign' as const });
const stage = (date: string) => ({
  number: 'WO-PCTFR9900001',
  date,
  relation: 'national-stage' as const,
});
const parent = (date: string) => ({
  number: 'US-09111111',
  date,
  relation: 'continuation' as const,
});
const international = (date: string) => ({
  number: 'PCT/FR2002/000001',
  date,
  relation: 'continuation' as const,
});

/** Patents that art is placed against. */
const subjects = {
  /** Pre-AIA, filed on 2003-06-02 and nothing claimed. */
  old: patent('US-7990001-B2', { filing_date: '2003-06-02' }),
  /** Pre-AIA, filed on 2003-06-02, with a priority in France of 2002-06-03. */
  french: patent('US-7990002-B2', {
    filing_date: '2003-06-02',
    priority_date: '2002-06-03',
    priority_claims: [foreign('2002-06-03')],
  }),
  /** Pre-AIA, the national stage of an application of 2003-06-02. */
  staged: patent('US-7990003-B2', {
    filing_date: '2004-12-01',
    international_filing_date: '2003-06-02',
    national_stage_date: '2004-12-01',
    priority_claims: [stage('2003-06-02')],
  }),
  /** Post-AIA, effectively filed on 2015-06-01. */
  new: patent('US-9990001-B2', { filing_date: '2015-06-01' }),
  european: patent('EP-2990001-B1', { filing_date: '2012-02-01', priority_date: '2011-02-01' }),
  /** Before the EPC 2000. */
  earlyEuropean: patent('EP-1990001-B1', { filing_date: '2006-02-01' }),
  worldwide: patent('WO-2012990001-A1', {
    filing_date: '2012-02-01',
    priority_date: '2011-02-01',
    priority_claims: [foreign('2011-02-01')],
  }),
};

const b2 = 'US-6990001-B2';
const a1 = 'US-20030990001-A1';
const wo = 'WO-2002990001-A1';
const ep = 'EP-1990002-A1';

/** Paragraph of the law, what the case is, the subject, the reference with its dates, tier and rule; null is no art. */
type Case = [
  law: string,
  about: string,
  subject: keyof typeof subjects,
  ucid: string,
  dates: Dates,
  expected: string | null,
];

const b = 'published-before pre-AIA 35 U.S.C. 102(b)';
const a = 'grace-year pre-AIA 35 U.S.C. 102(a)';
const e = 'filed-before pre-AIA 35 U.S.C. 102(e)';
const a102 = '35 U.S.C. 102(a)(1)';
const a2 = 'filed-before 35 U.S.C. 102(a)(2)';

const beforeAia: Case[] = [
  [
    'pre-AIA 102(b), MPEP 2133',
    'more than a year before the filing',
    'old',
    ep,
    { publication_date: '2002-06-01' },
    b,
  ],
  [
    'pre-AIA 102(b), MPEP 2133',
    'exactly a year before',
    'old',
    ep,
    { publication_date: '2002-06-02' },
    a,
  ],
  [
    'pre-AIA 102(b), 119(a), MPEP 2133.02(a)',
    'a year before the filing: the foreign priority does not save it',
    'french',
    ep,
    { publication_date: '2002-05-31' },
    b,
  ],
  [
    'pre-AIA 102(a), 119(a)',
    'between a year before the filing and the priority',
    'french',
    ep,
    { publication_date: '2002-06-02' },
    a,
  ],
  [
    'pre-AIA 102(a), 119(a)',
    'after the priority',
    'french',
    ep,
    { publication_date: '2002-06-03', filing_date: '2001-01-02' },
    null,
  ],
  [
    '35 U.S.C. 363, MPEP 1893.03(b)',
    'the year counts from the international filing',
    'staged',
    ep,
    { publication_date: '2002-06-01' },
    b,
  ],
  [
    '35 U.S.C. 363, MPEP 1893.03(b)',
    'published between international filing and national stage',
    'staged',
    ep,
    { publication_date: '2004-01-05' },
    null,
  ],
  [
    'pre-AIA 102(e)(2), MPEP 2136.03 I',
    'a patent filed before in the United States',
    'old',
    b2,
    { publication_date: '2004-01-06', filing_date: '2003-06-01' },
    e,
  ],
  [
    'pre-AIA 102(e)(2), MPEP 2136.03 I',
    'a patent filed the same day',
    'old',
    b2,
    { publication_date: '2004-01-06', filing_date: '2003-06-02' },
    null,
  ],
  [
    'pre-AIA 102(e)(1), 122(b)',
    'an application published later and filed before',
    'old',
    a1,
    { publication_date: '2003-12-04', filing_date: '2002-06-03' },
    e,
  ],
  [
    'pre-AIA 102(e), 119(a), MPEP 2136.03 I',
    'a foreign priority of the reference does not count',
    'old',
    b2,
    {
      publication_date: '2004-12-07',
      filing_date: '2003-09-01',
      priority_date: '2002-10-01',
      priority_claims: [foreign('2002-10-01')],
    },
    null,
  ],
  [
    'pre-AIA 102(e), 119(e), MPEP 2136.03 III',
    'a provisional application does',
    'old',
    b2,
    {
      publication_date: '2004-12-07',
      filing_date: '2003-09-01',
      priority_claims: [provisional('2002-10-01')],
    },
    e,
  ],
  [
    'pre-AIA 102(e), 120, MPEP 2136.03 IV',
    'a parent in the United States does',
    'old',
    b2,
    {
      publication_date: '2004-12-07',
      filing_date: '2003-09-01',
      priority_claims: [parent('2001-10-01')],
    },
    e,
  ],
  [
    'MPEP 2136.03 II, 706.02(f)(1) I.C(3)(a)',
    'national stage of before 2000-11-29: before its § 371 date',
    'old',
    b2,
    {
      publication_date: '2004-12-07',
      filing_date: '1999-05-04',
      international_filing_date: '1999-05-04',
      national_stage_date: '2003-08-01',
      priority_claims: [stage('1999-05-04')],
    },
    null,
  ],
  [
    'MPEP 2136.03 II, 706.02(f)(1) I.C(3)(a)',
    'national stage of before 2000-11-29: from its § 371 date',
    'old',
    b2,
    {
      publication_date: '2004-12-07',
      filing_date: '1999-05-04',
      international_filing_date: '1999-05-04',
      national_stage_date: '2003-06-01',
      priority_claims: [stage('1999-05-04')],
    },
    e,
  ],
  [
    'MPEP 2136.03 II, 706.02(f)(1) I.C(3)(a)',
    'an earlier provisional gives it nothing',
    'old',
    b2,
    {
      publication_date: '2004-12-07',
      filing_date: '1999-05-04',
      national_stage_date: '2003-08-01',
      priority_claims: [stage('1999-05-04'), provisional('1998-05-05')],
    },
    null,
  ],
  [
    'MPEP 2136.03 II',
    'national stage of before 2000-11-29 without a § 371 date',
    'old',
    b2,
    {
      publication_date: '2004-12-07',
      filing_date: '1999-05-04',
      priority_claims: [stage('1999-05-04')],
    },
    'unknown',
  ],
  [
    'MPEP 706.02(f)(1) I.C(3)(b)',
    'its application publication never counts',
    'old',
    a1,
    {
      publication_date: '2003-12-04',
      filing_date: '1999-05-04',
      national_stage_date: '2002-06-01',
      priority_claims: [stage('1999-05-04')],
    },
    null,
  ],
  [
    'MPEP 706.02(f)(1) I.C(3)(b)',
    'nor does the international publication',
    'old',
    wo,
    { publication_date: '2003-12-04', filing_date: '2000-11-28', language: 'en' },
    null,
  ],
  [
    'MPEP 706.02(f)(1) I.C(3)(c)',
    'a continuation of it counts from its own filing',
    'old',
    b2,
    {
      publication_date: '2004-12-07',
      filing_date: '2003-05-05',
      priority_claims: [{ ...international('1999-05-04') }],
    },
    e,
  ],
  [
    'MPEP 706.02(f)(1) I.C(3)(c)',
    'a continuation of it that was filed too late',
    'old',
    b2,
    {
      publication_date: '2004-12-07',
      filing_date: '2003-06-05',
      priority_claims: [{ ...international('1999-05-04') }],
    },
    null,
  ],
  [
    'pre-AIA 102(e), 374, MPEP 706.02(f)(1) I.C(1)–(2)',
    'the first day of international effect, in English',
    'old',
    wo,
    { publication_date: '2003-12-04', filing_date: '2000-11-29', language: 'en' },
    e,
  ],
  [
    'pre-AIA 102(e), 374, MPEP 706.02(f)(1) I.C(1)–(2)',
    'an international publication in German',
    'old',
    wo,
    { publication_date: '2003-12-04', filing_date: '2002-05-29', language: 'de' },
    null,
  ],
  [
    'pre-AIA 102(e), 374',
    'an international publication whose language is not told',
    'old',
    wo,
    { publication_date: '2003-12-04', filing_date: '2002-05-29' },
    'unknown',
  ],
  [
    'pre-AIA 102(e), MPEP 706.02(f)(1) I.C(1)–(2)',
    'a patent from an application published in English',
    'old',
    b2,
    {
      publication_date: '2005-12-06',
      filing_date: '2002-05-29',
      international_language: 'en',
      national_stage_date: '2003-11-28',
      priority_claims: [stage('2002-05-29')],
    },
    e,
  ],
  [
    'pre-AIA 102(e), MPEP 706.02(f)(1) I.C(1)–(2)',
    'a patent from one published in Japanese, whatever its § 371 date',
    'old',
    b2,
    {
      publication_date: '2005-12-06',
      filing_date: '2002-05-29',
      international_language: 'ja',
      national_stage_date: '2003-01-28',
      priority_claims: [stage('2002-05-29')],
    },
    null,
  ],
  [
    'pre-AIA 102(e), MPEP 706.02(f)(1) I.C(1)–(2)',
    'a continuation of one published in Japanese counts from its own filing',
    'old',
    b2,
    {
      publication_date: '2005-12-06',
      filing_date: '2003-06-01',
      international_language: 'ja',
      priority_claims: [international('2002-05-29')],
    },
    e,
  ],
  [
    'pre-AIA 102(e), MPEP 706.02(f)(1) I.C(1)–(2)',
    'a continuation of one whose language is not told',
    'old',
    b2,
    {
      publication_date: '2005-12-06',
      filing_date: '2003-09-01',
      priority_claims: [international('2002-05-29')],
    },
    'unknown',
  ],
  [
    'pre-AIA 102(e), MPEP 2136',
    'a European application has no such effect',
    'old',
    ep,
    { publication_date: '2003-12-04', filing_date: '2001-05-29' },
    null,
  ],
];

const afterAia: Case[] = [
  [
    '102(a)(1), MPEP 2152.02',
    'more than a year before',
    'new',
    ep,
    { publication_date: '2014-05-31' },
    `published-before ${a102}`,
  ],
  [
    '102(b)(1), MPEP 2153.01',
    'within the grace year',
    'new',
    ep,
    { publication_date: '2014-06-01' },
    `grace-year ${a102}`,
  ],
  [
    '102(a)(1), MPEP 2152.02',
    'on the effective filing date',
    'new',
    ep,
    { publication_date: '2015-06-01', filing_date: '2013-12-01' },
    null,
  ],
  [
    '102(a)(2), MPEP 2154.01',
    'a United States application filed the day before',
    'new',
    a1,
    { publication_date: '2016-12-01', filing_date: '2015-05-31' },
    a2,
  ],
  [
    '102(d), MPEP 2154.01(b)',
    'a foreign priority of the reference counts',
    'new',
    a1,
    {
      publication_date: '2016-12-01',
      filing_date: '2015-08-01',
      priority_claims: [foreign('2014-08-01')],
    },
    a2,
  ],
  [
    '102(a)(2), 374, MPEP 2154.01(a)',
    'an international publication in Japanese',
    'new',
    wo,
    { publication_date: '2016-02-01', filing_date: '2014-08-01', language: 'ja' },
    a2,
  ],
  [
    '102(a)(2), MPEP 2154.01',
    'a European application',
    'new',
    ep,
    { publication_date: '2016-02-01', filing_date: '2014-08-01' },
    null,
  ],
  [
    '102(d)(1), MPEP 2154.01',
    'filed the same day',
    'new',
    a1,
    { publication_date: '2016-12-01', filing_date: '2015-06-01' },
    null,
  ],
];

const elsewhere: Case[] = [
  [
    'Art. 54(2), 89 EPC',
    'published the day before the priority',
    'european',
    b2,
    { publication_date: '2011-01-31' },
    'published-before Art. 54(2) EPC',
  ],
  [
    'Art. 54(2), 89 EPC',
    'published on the day of the priority',
    'european',
    b2,
    { publication_date: '2011-02-01', filing_date: '2010-01-04' },
    null,
  ],
  [
    'Art. 54(3), 89 EPC',
    'a European application with an earlier priority',
    'european',
    ep,
    {
      publication_date: '2012-06-06',
      filing_date: '2011-12-01',
      priority_claims: [foreign('2010-12-01')],
    },
    'filed-before Art. 54(3) EPC',
  ],
  [
    'Art. 54(3), 89 EPC',
    'a European application of the same day',
    'european',
    ep,
    { publication_date: '2012-06-06', filing_date: '2011-02-01' },
    null,
  ],
  [
    'Art. 54(3), 139(2) EPC',
    'a national application',
    'european',
    'DE-102010990001-A1',
    { publication_date: '2012-06-06', filing_date: '2010-12-01' },
    null,
  ],
  [
    'Art. 54(3), 153(5) EPC, Rule 165',
    'an international application',
    'european',
    wo,
    { publication_date: '2012-06-06', filing_date: '2010-12-01', language: 'ja' },
    'filed-before Art. 54(3) EPC',
  ],
  [
    'Art. 54(3), (4) EPC 1973',
    'a European application before the EPC 2000',
    'earlyEuropean',
    ep,
    { publication_date: '2006-06-07', filing_date: '2005-01-03' },
    'filed-before Art. 54(3) EPC',
  ],
  [
    'Rule 64.1 PCT',
    'published before the priority',
    'worldwide',
    b2,
    { publication_date: '2011-01-31' },
    'published-before Rule 64.1 PCT',
  ],
  [
    'Rule 64.3 PCT',
    'published later and filed before, in any country',
    'worldwide',
    'JP-2010990001-A',
    { publication_date: '2012-06-06', filing_date: '2010-12-01' },
    'filed-before Rule 64.3 PCT',
  ],
  [
    'Rule 64.3 PCT',
    'filed on the day of the priority',
    'worldwide',
    ep,
    { publication_date: '2012-06-06', filing_date: '2011-02-01' },
    null,
  ],
];

describe.each([
  ['before the AIA', beforeAia],
  ['after the AIA', afterAia],
  ['in Europe and the international phase', elsewhere],
])('%s', (_, cases) => {
  test.each(cases)('%s: %s', (_law, _about, subject, ucid, dates, expected) => {
    const placed = placeInTime(subjects[subject], patent(ucid, dates));
    expect(placed && `${placed.tier} ${placed.provision}`.trim()).toBe(expected);
  });
});

test.each([
  ['wo', { language: 'ja' }, /took effect in EP with a translation: it counts for novelty only$/],
  ['ep', {}, /for the states that both designate/],
] as const)(
  'says on what the effect of an earlier application depends: %s',
  (kind, dates, reason) => {
    const reference = patent(kind === 'wo' ? wo : ep, {
      publication_date: '2012-06-06',
      filing_date: '2005-01-03',
      ...dates,
    });
    const subject = subjects[kind === 'wo' ? 'european' : 'earlyEuropean'];
    expect(placeInTime(subject, reference)!.tier_reason).toMatch(reason);
  },
);

test.each([
  [
    'a continuation in part',
    {
      filing_date: '2010-05-03',
      priority_claims: [
        { number: 'US-11', date: '2008-01-02', relation: 'continuation-in-part' as const },
      ],
    },
    'What this continuation in part adds counts from its filing on 2010-05-03',
  ],
  [
    'a priority of more than a year (Art. 4C Paris Convention, 119(a))',
    { filing_date: '2010-05-03', priority_claims: [foreign('2009-04-20')] },
    'The next application of 2010-05-03 is more than 12 months later',
  ],
  [
    'a provisional of more than a year (119(e))',
    { filing_date: '2010-05-03', priority_claims: [provisional('2009-04-20')] },
    'The next application of 2010-05-03 is more than 12 months later',
  ],
  [
    'a design of more than six months (172)',
    {
      type: 'design' as const,
      filing_date: '2010-05-03',
      priority_claims: [foreign('2009-10-20')],
    },
    'The next application of 2010-05-03 is more than 6 months later',
  ],
  [
    'a filing after the AIA with an earlier priority (MPEP 2159.02)',
    { filing_date: '2013-04-01', priority_claims: [provisional('2012-05-01')] },
    'It was filed from 2013-03-16 on: if a claim is not supported before that day, the law of 2011 applies',
  ],
])('doubts the effective date of %s', (_, dates, doubt) => {
  expect(effectiveDate(patent('US-8990001-B2', dates)).basis.endsWith(`. ${doubt}`)).toBe(true);
});

test.each([
  [
    'within the year (119(a))',
    { filing_date: '2010-05-03', priority_claims: [foreign('2009-05-04')] },
  ],
  [
    'a chain of continuations (120)',
    {
      filing_date: '2010-05-03',
      priority_claims: [provisional('2005-01-03'), parent('2006-01-03')],
    },
  ],
  [
    'a national stage (363)',
    {
      filing_date: '2010-11-03',
      international_filing_date: '2009-05-04',
      priority_claims: [foreign('2008-05-05'), stage('2009-05-04')],
    },
  ],
])('has no doubt: %s', (_, dates) => {
  const { basis } = effectiveDate(patent('US-8990001-B2', dates));
  expect(basis).toMatch(/^Earliest priority claimed: [^.]*$/);
});
