import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Chart, categoryOf, findCoverage } from './coverage.ts';
import type { ClaimElement, Grade, Judgement } from './report.ts';

const element = (label: string, role: ClaimElement['role'] = 'limitation'): ClaimElement => ({
  label,
  role,
  text: label,
  start: 0,
  end: 2,
  meansPlusFunction: false,
});

const grades: Record<string, Grade> = { D: 'strong', p: 'weak', '-': 'none' };

/** Rows `1a`, `1b`, …, each with a letter for a reference: `Dp-`. Scores fall with the position. */
function chartOf(
  rows: string[],
  provision = '35 U.S.C. 102(a)(1)',
  tier: Chart['art'][number]['tier'] = 'published-before',
): Chart {
  const labels = rows.map((_, index) => `1${String.fromCharCode(97 + index)}`);
  const ucids = Array.from(rows[0]!, (_, index) => `US-${index + 1}-A1`);
  return {
    claims: [
      {
        number: 1,
        dependsOn: [],
        independent: true,
        charted: true,
        elements: labels.map((label) => element(label)),
      },
    ],
    art: ucids.map((ucid) => ({ ucid, tier, provision })),
    chart: rows.flatMap((row, at) =>
      ucids.map((ucid, index) => ({
        element: labels[at]!,
        ucid,
        grade: grades[row[index]!]!,
        score: row[index] === 'D' ? 0.9 - at / 10 - index / 100 : 0.1,
      })),
    ),
  };
}

const setsOf = (chart: Chart) =>
  findCoverage(chart).covering.map(({ ucids }) => ucids.map((ucid) => ucid[3]).join(''));

it('lists every reference that covers a claim alone, by its weakest element', () => {
  const chart = chartOf(['DDD', 'DDp']);
  expect(setsOf(chart)).toEqual(['1', '2']);
  expect(findCoverage(chart).covering[0]!.weakest).toEqual({ label: '1b', score: 0.8 });
});

it('lists pairs only if no reference is enough, and says in which category they are', () => {
  const chart = chartOf(['D--', '-DD', 'pDD']);
  const coverage = findCoverage(chart);
  expect(coverage.covering.map(({ ucids }) => ucids)).toEqual([
    ['US-1-A1', 'US-2-A1'],
    ['US-1-A1', 'US-3-A1'],
  ]);
  expect(categoryOf('US-1-A1', coverage, chart.claims)).toBe('Y');
  expect(categoryOf('US-9-A1', coverage, chart.claims)).toBe('A');
});

it('names what nothing covers and what is covered in part, and then lists no set', () => {
  const coverage = findCoverage(chartOf(['DD', '--', 'p-']));
  expect(coverage).toEqual({ uncovered: ['1b'], partly: ['1c'], covering: [] });
});

it('uses no reference with unknown dates', () => {
  expect(setsOf(chartOf(['D'], '', 'unknown'))).toEqual([]);
});

it('does not combine what counts for novelty only', () => {
  expect(setsOf(chartOf(['D-', '-D'], 'Art. 54(3) EPC', 'filed-before'))).toEqual([]);
  expect(setsOf(chartOf(['D-', 'D-'], 'Art. 54(3) EPC', 'filed-before'))).toEqual(['1']);
});

it('wants of a dependent claim the elements of the one it depends on, and not its own preamble', () => {
  const chart = chartOf(['D-', 'D-']);
  const dependent = {
    number: 2,
    dependsOn: [1],
    independent: false,
    charted: true,
    elements: [element('2a', 'preamble'), element('2b')],
  };
  const cells = chart.art.map(({ ucid }, index) => ({
    element: '2b',
    ucid,
    grade: index === 1 ? ('strong' as const) : ('none' as const),
    score: 0.4,
  }));
  const coverage = findCoverage({
    ...chart,
    claims: [...chart.claims, dependent],
    chart: [...chart.chart, ...cells],
  });
  expect(coverage.covering.map(({ claim, ucids }) => [claim, ucids.length])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(coverage.uncovered).toEqual([]);
});

it('wants of a claim that depends on one of several what one of them needs', () => {
  const claim = (number: number, dependsOn: number[], label: string) => ({
    number,
    dependsOn,
    independent: dependsOn.length === 0,
    charted: true,
    elements: [element(label)],
  });
  const cells = ['1a', '2a', '3a'].map((label) => ({
    element: label,
    ucid: 'US-1-A1',
    grade: label === '1a' ? ('none' as const) : ('strong' as const),
    score: 0.5,
  }));
  const { covering } = findCoverage({
    claims: [claim(1, [], '1a'), claim(2, [], '2a'), claim(3, [1, 2], '3a')],
    art: [{ ucid: 'US-1-A1', tier: 'published-before', provision: '' }],
    chart: cells,
  });
  expect(covering.map((one) => one.claim)).toEqual([2, 3]);
});

it.each([
  ['optional', 'limitation', 1],
  ['negative', 'limitation', 0],
  ['known', 'preamble', 0],
] as const)('%s: of a %s that no reference has: %i sets', (trait, role, sets) => {
  const chart = chartOf(['D', '-']);
  const [claim] = chart.claims;
  const elements = claim!.elements.map((one, index) =>
    index === 1 ? { ...one, role, traits: [trait] } : one,
  );
  expect(findCoverage({ ...chart, claims: [{ ...claim!, elements }] }).covering).toHaveLength(sets);
});

const judged = (verdict: Judgement['verdict']) => ({
  judgement: {
    verdict,
    reason: '',
    quotes: [],
    unsupported: [],
    dropped: 0,
    model: 'judge',
    judged_at: '2026-11-22T10:00:00.000Z',
  },
});

it.each([
  [{ ...judged('disclosed') }, ['model']],
  [{ ...judged('unsure') }, undefined],
  [{ ...judged('not'), mark: 'disclosed' as const }, ['people']],
  [{ ...judged('disclosed'), mark: 'partly' as const }, undefined],
])('counts what people say, then what a model judges, then the text: %j', (said, evidence) => {
  const chart = chartOf(['-']);
  const cells = chart.chart.map((cell) => ({ ...cell, ...said }));
  expect(findCoverage({ ...chart, chart: cells }).covering[0]?.evidence).toEqual(evidence);
});

it('says of each set what it rests on', () => {
  const chart = chartOf(['DD', 'D-']);
  const cells = chart.chart.map((cell, index) =>
    index === 2 ? { ...cell, mark: 'disclosed' as const } : cell,
  );
  const [first] = findCoverage({ ...chart, chart: cells }).covering;
  expect(first!.evidence).toEqual(['text', 'people']);
});

it('finds sets that cover, and never a larger one than needed', () => {
  const row = fc.array(fc.constantFrom('D', 'p', '-'), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const chart = chartOf(rows.map((letters) => letters.join('')));
      const covers = (set: number[]) =>
        rows.every((letters) => set.some((index) => letters[index] === 'D'));
      const subsets = Array.from({ length: 64 }, (_, bits) =>
        [0, 1, 2, 3, 4, 5].filter((bit) => bits & (1 << bit)),
      );
      const smallest = Math.min(...subsets.filter(covers).map((set) => set.length));
      const { covering } = findCoverage(chart);
      if (smallest > 4) return covering.length === 0;
      return (
        covering.length > 0 &&
        covering.every(({ ucids }) => {
          const set = ucids.map((ucid) => chart.art.findIndex((one) => one.ucid === ucid));
          return set.length === smallest && covers(set);
        })
      );
    }),
  );
});
