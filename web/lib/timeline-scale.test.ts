import { expect, test } from 'vitest';
import { timelineScale } from './timeline-scale.ts';

test('all days are on the line, in their order', () => {
  const { position } = timelineScale(['2001-01-01', '2003-12-31']);
  expect(position('2001-01-01')).toBe(0);
  expect(position('2002-07-02')).toBeCloseTo(50, 0);
  expect(position('2003-12-31')).toBeLessThan(100);
});

test('for a single day, the line is a year long', () => {
  expect(timelineScale(['2015-07-02']).years).toEqual([2015, 2016]);
});

test.each([
  [
    ['2010-01-01', '2014-05-05'],
    [2010, 2011, 2012, 2013, 2014, 2015],
  ],
  [
    ['1971-01-01', '2014-05-05'],
    [1971, 1981, 1991, 2001, 2011],
  ],
])('of the years %s a few are written', (days, years) => {
  expect(timelineScale(days).years).toEqual(years);
});

test('centuries have no more than seven ticks', () => {
  expect(timelineScale(['1850-01-01', '2026-01-01']).years.length).toBeLessThan(8);
});
