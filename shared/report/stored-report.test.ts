import { expect, it } from 'vitest';
import { exampleReport } from '#tests/support/example-report.ts';
import { parseReport, toPresentReport } from './stored-report.ts';

const olderGrades = { strong: 'disclosed', weak: 'partly', none: 'not found' } as const;
const stored = {
  ...exampleReport,
  format: 1,
  chart: exampleReport.chart.map((cell) => ({ ...cell, grade: olderGrades[cell.grade] })),
  coverage: {
    ...exampleReport.coverage,
    covering: exampleReport.coverage.covering.map(({ evidence: _, ...set }) => set),
  },
};

it('reads a report of format 1, whose grades had other names', () => {
  expect(parseReport(JSON.stringify(stored))).toEqual(exampleReport);
});

it('leaves a report of the present format as it is', () => {
  expect(toPresentReport(exampleReport)).toBe(exampleReport);
  expect(() => parseReport('{"format":3}')).toThrow(/format/);
});
