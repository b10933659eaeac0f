import { expect, it } from 'vitest';
import type { Grade, Report } from '#shared/report/report.ts';
import { orderArt } from './order-art.ts';

const labels = ['1a', '1b', '1c'];
const claims = [
  {
    number: 1,
    dependsOn: [],
    independent: true,
    charted: true,
    elements: labels.map((label) => ({ label, role: 'limitation', text: label })),
  },
] as unknown as Report['claims'];

/** Art in the order of its nearness, with a grade for each element. */
function ordered(grades: Record<string, Grade[]>, undated: string[] = []) {
  const ucids = Object.keys(grades);
  const art = ucids.map((ucid, at) => ({
    ucid,
    tier: undated.includes(ucid) ? 'unknown' : 'published-before',
    conceptScore: 1 - at / 10,
  })) as unknown as Report['art'];
  const chart = labels.flatMap((element, row) =>
    ucids.map((ucid) => ({ element, ucid, grade: grades[ucid]![row]!, score: 0.5 })),
  ) as unknown as Report['chart'];
  return orderArt({ claims, art, chart });
}

it('puts references by category, then by nearness, however many words match', () => {
  const { art, chart } = ordered({
    nearest: ['none', 'none', 'none'],
    weak: ['weak', 'weak', 'none'],
    two: ['strong', 'strong', 'none'],
    alone: ['strong', 'strong', 'strong'],
  });
  expect(art.map(({ ucid, category }) => `${ucid} ${category}`)).toEqual([
    'alone X',
    'nearest A',
    'weak A',
    'two A',
  ]);
  expect(chart.slice(0, 4).map(({ ucid }) => ucid)).toEqual(art.map(({ ucid }) => ucid));
});

it('puts what a model found in more of a claim before what is nearer', () => {
  const { art, chart } = ordered({
    nearest: ['weak', 'none', 'none'],
    judged: ['weak', 'none', 'none'],
  });
  const cells = chart.map((cell) =>
    cell.ucid === 'judged' ? { ...cell, judgement: { verdict: 'partly' } } : cell,
  ) as Report['chart'];
  expect(orderArt({ claims, art, chart: cells }).art.map(({ ucid }) => ucid)).toEqual([
    'judged',
    'nearest',
  ]);
});

it('puts what may be no art by its dates last', () => {
  const grades: Record<string, Grade[]> = {
    undated: ['strong', 'strong', 'none'],
    weak: ['weak', 'none', 'none'],
  };
  expect(ordered(grades, ['undated']).art.map(({ ucid }) => ucid)).toEqual(['weak', 'undated']);
});

it('gives the same order again', () => {
  const first = ordered({ far: ['none', 'weak', 'none'], y: ['strong', 'none', 'none'] });
  expect(orderArt({ claims, ...first }).art).toEqual(first.art);
});
