import { expect, it } from 'vitest';
import { mainGroup } from '#functions/patents/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { reportClaims } from '#shared/report/claim-elements.ts';
import { chooseClasses } from './choose-classes.ts';
import { fuseRankings } from './fuse-rankings.ts';
import { planQueries } from './plan-queries.ts';
import { reportRules } from './report-rules.ts';

const plan = (
  title: string,
  abstract: string,
  texts: string[],
  paragraphs: PatentDocument['paragraphs'] = [],
) => {
  const claims = texts.map((text, index) => ({ number: index + 1, text, dependsOn: [] }));
  return planQueries({ title, abstract, claims, paragraphs }, reportClaims(claims));
};

it('asks for the subject first, then claims and elements, each text once, with the weights of the rules', () => {
  const claim = 'A pump comprising: a motor; and a valve.';
  const field = 'The invention relates to pumps that move water in houses.';
  const problem = 'A known pump has the drawback that its valve leaks after a year.';
  const planned = plan(
    'Pump',
    'It pumps.',
    [claim, claim],
    [
      { number: 1, text: 'This application claims priority to an earlier one, filed in June.' },
      { number: 2, heading: 'BACKGROUND', text: 'Field' },
      { number: 3, text: field },
      { number: 4, text: 'Pumps have been known for ages, as everybody has seen.' },
      { number: 5, text: problem },
    ],
  );
  expect(planned.map(({ source, label, text }) => [source, label, text])).toEqual([
    ['abstract', null, 'Pump. It pumps.'],
    ['subject', null, 'Pump. A pump. It pumps.'],
    ['field', null, `${field} ${problem}`],
    ['claim', '1', claim],
    ['element', '1a', 'A pump'],
    ['element', '1b', 'a motor'],
    ['element', '1c', 'a valve'],
  ]);
  const { subjectWeight, fieldWeight, claimsWeight, elementsWeight } = reportRules;
  const total = planned.reduce((sum, { weight }) => sum + weight, 0);
  expect(total).toBeCloseTo(1 + subjectWeight + fieldWeight + claimsWeight + elementsWeight);
});

it('asks for the sentences of the abstract where there are no claims, and for the title where there is nothing else', () => {
  expect(plan('', 'A pump has a motor; and a valve.', []).map(({ source }) => source)).toEqual([
    'abstract',
    'subject',
    'passage',
    'passage',
  ]);
  expect(plan('Ornamental pump', '', []).map(({ source, text }) => [source, text])).toEqual([
    ['title', 'Ornamental pump'],
    ['subject', 'Ornamental pump'],
  ]);
});

it('bounds the number of queries and their length', () => {
  const claims = Array.from({ length: 100 }, (_, claim) => {
    const parts = Array.from({ length: 20 }, (__, part) => `a part ${claim} ${part}`);
    return `A thing ${claim} comprising: ${parts.join('; ')}; ${'x '.repeat(5000)}`;
  });
  const planned = plan('Thing', 'It is.', claims);
  expect(planned).toHaveLength(2 + reportRules.claimQueries + reportRules.elementQueries);
  expect(Math.max(...planned.map(({ text }) => text.length))).toBe(reportRules.queryLength);
});

it('fuses rankings by rank and weight, and keeps the order of equals', () => {
  const rankings = [
    { weight: 1, keys: ['a', 'b', 'c'] },
    { weight: 0.5, keys: ['c', 'd'] },
  ];
  expect([...fuseRankings(rankings, 10).keys()]).toEqual(['c', 'a', 'b', 'd']);
  expect(fuseRankings([{ weight: 0.5, keys: ['a', 'b'] }], 10).get('a')).toBe(1);
  const equal = [
    { weight: 1, keys: ['a'] },
    { weight: 1, keys: ['b'] },
  ];
  expect([...fuseRankings(equal, 10).keys()]).toEqual(['a', 'b']);
});

it('chooses the classes of the patent, then those that several of the first documents have', () => {
  const rows = [['B64U80/25', 'H02J7/00'], ['H02J7/02'], ['A01K47/06'], ['no class']];
  expect(chooseClasses(['B64U80/25', 'B64U80/40'], rows)).toEqual([
    { symbol: 'B64U80/00', why: 'First class of the patent' },
    { symbol: 'H02J7/00', why: '2 of the first 4 documents found are in it' },
  ]);
  expect(mainGroup('B64C 39/024')).toBe('B64C39/00');
  expect(['H01L 2994', 'A45F  504', 'C12N-0007/00', '02-07'].map(mainGroup)).toEqual([
    'H01L29/00',
    'A45F5/00',
    'C12N7/00',
    '02-07',
  ]);
});
