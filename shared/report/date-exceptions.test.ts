import { expect, it, test } from 'vitest';
import { emptyLists, type PatentDocument } from '#shared/patent-document.ts';
import { consideredBy, exceptionsOf } from './date-exceptions.ts';
import { placeInTime } from './date-tiers.ts';
import { referenceNotes } from './reference-notes.ts';

const patent = (ucid: string, fields: Partial<PatentDocument>): PatentDocument => ({
  ...emptyLists,
  ucid,
  title: 'Hinge',
  abstract: '',
  ...fields,
});

const people = { inventors: ['Ana María Ruiz', 'Bo Lind'], assignees: ['Hinges, Inc.'] };
const afterAia = patent('US-9990001-B2', { filing_date: '2015-06-01', ...people });
const beforeAia = patent('US-7990001-B2', { filing_date: '2005-06-01', ...people });
const european = patent('EP-2990001-B1', { filing_date: '2015-06-01', ...people });

const graceOf = (year: number) => ({
  publication_date: `${year}-01-05`,
  filing_date: `${year - 2}-01-05`,
});
const filedOf = (year: number) => ({
  publication_date: `${year + 2}-01-05`,
  filing_date: `${year}-01-05`,
});

/** Paragraph of the law, subject, dates and people of the reference, exceptions. */
type Case = [
  law: string,
  subject: PatentDocument,
  fields: Partial<PatentDocument>,
  expected: string[],
];

test.each<Case>([
  [
    'MPEP 2153.01(a)',
    afterAia,
    { ...graceOf(2015), inventors: ['RUIZ, Ana Maria'] },
    ['35 U.S.C. 102(b)(1)(A)'],
  ],
  ['MPEP 2153.01(a)', afterAia, { ...graceOf(2015), inventors: ['Carl Ruiz'] }, []],
  [
    'MPEP 2154.02(a)',
    afterAia,
    { ...filedOf(2015), inventors: ['Bo K. Lind', 'Eva Holm'] },
    ['35 U.S.C. 102(b)(2)(A)'],
  ],
  [
    'MPEP 2154.02(c)',
    afterAia,
    { ...filedOf(2015), assignees: ['HINGES LIMITED'] },
    ['35 U.S.C. 102(b)(2)(C)'],
  ],
  [
    'MPEP 2154.02(c)',
    afterAia,
    { ...filedOf(2015), owners: [{ name: 'Hinges Corporation' }] },
    ['35 U.S.C. 102(b)(2)(C)'],
  ],
  ['MPEP 2153', afterAia, { ...graceOf(2013), ...people }, []],
  [
    'MPEP 2132.01',
    beforeAia,
    { ...graceOf(2005), ...people },
    ['pre-AIA 35 U.S.C. 102(a), “by others”'],
  ],
  [
    'MPEP 2136.04, 2146',
    beforeAia,
    { ...filedOf(2005), ...people },
    ['pre-AIA 35 U.S.C. 102(e), “by another”', 'pre-AIA 35 U.S.C. 103(c)'],
  ],
  ['Art. 54(3) EPC: none', european, { ...filedOf(2015), ...people }, []],
])('%s: flags %s', (_law, subject, fields, expected) => {
  const number = subject === european ? 'EP-2990002-A1' : 'US-20990001-A1';
  const reference = patent(number, fields);
  const placed = placeInTime(subject, reference)!;
  expect(exceptionsOf(subject, reference, placed).map(({ provision }) => provision)).toEqual(
    expected,
  );
});

it.each([
  [[{ number: 'US-6990001-B2', by: 'examiner' as const }], 'examiner'],
  [[{ number: 'US 6,990,001', by: 'applicant' as const }], 'applicant'],
  [
    [
      { number: 'US-6990001-B2', by: 'applicant' as const },
      { number: 'WO-2002990001-A1', by: 'examiner' as const },
    ],
    'examiner',
  ],
  [[{ number: 'US-6990001-B2' }], 'other'],
  [[{ number: 'US-6990002-B2', by: 'examiner' as const }], undefined],
])('tells who cited a reference or its family: %j', (citations, expected) => {
  expect(consideredBy({ citations }, ['US-6990001-B2', 'WO-2002990001-A1'])).toBe(expected);
});

it('says both in words', () => {
  expect(
    referenceNotes({
      considered: 'examiner',
      exceptions: [
        { provision: '35 U.S.C. 102(b)(1)(A)', reason: 'Bo Lind is an inventor of both' },
      ],
    }),
  ).toEqual([
    'Cited by the examiner in the procedure of this patent.',
    'May be excepted by 35 U.S.C. 102(b)(1)(A): Bo Lind is an inventor of both.',
  ]);
});
