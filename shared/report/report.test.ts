import { expect, it } from 'vitest';
import { exampleReport } from '#tests/support/example-report.ts';
import { reportSchema } from './report.ts';

it('keeps a report as it is through JSON', () => {
  expect(reportSchema.parse(JSON.parse(JSON.stringify(exampleReport)))).toEqual(exampleReport);
});

it('refuses a report without a reason for a tier', () => {
  const [first, ...rest] = exampleReport.art;
  const { tier_reason: _, ...silent } = first!;
  expect(reportSchema.safeParse({ ...exampleReport, art: [silent, ...rest] }).success).toBe(false);
});
