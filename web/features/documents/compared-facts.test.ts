import { expect, test } from 'vitest';
import { comparedFacts } from './compared-facts.ts';

test('values that two documents have are shared, zeros are not', () => {
  const [one, other] = ['Comb Works; Hive Ltd', 'comb works'].map((value) => ({
    details: [
      { name: 'assignee', value, ranges: [] },
      { name: 'cited_by', value: '0', ranges: [] },
    ],
  }));
  const facts = comparedFacts([one!, other!]);
  expect(
    facts.map(({ values }) => values.map((own) => own.map(({ documents }) => documents))),
  ).toEqual([
    [[2, 1], [2]],
    [[1], [1]],
  ]);
});
