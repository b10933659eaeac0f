import { expect, test } from 'vitest';
import { bucketsOf, withoutGaps } from './buckets.ts';

test('whole numbers get intervals of 1, others keep theirs', () => {
  const facet = { column: 'severity', distinct: 2, missing: 0, interval: 0.1 };
  const counts = [
    { value: '1', count: 3 },
    { value: '3', count: 2 },
  ];
  expect(bucketsOf(withoutGaps({ ...facet, counts })).map(({ count }) => count)).toEqual([3, 0, 2]);
  const measured = { ...facet, counts: [...counts, { value: '3.4', count: 1 }] };
  expect(withoutGaps(measured)).toBe(measured);
});
