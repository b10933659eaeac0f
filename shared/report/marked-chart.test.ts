import { expect, it } from 'vitest';
import { exampleReport } from '#tests/support/example-report.ts';
import { markedChart } from './marked-chart.ts';
import { reportMarksSchema } from './marks.ts';

const [first, second] = exampleReport.chart;
const author = { by: 'Ann', at: '2026-11-22T10:00:00.000Z' };
const added = { ...first!, ucid: 'US-99000001-B2', grade: 'weak' as const };
const { conceptScore: _, category: __, passages: ___, ...reference } = exampleReport.art[0]!;

it('puts grades and passages of people in the place of those of the machine', () => {
  const picked = second!.passages[0] ?? first!.passages[0]!;
  const marks = reportMarksSchema.parse({
    marks: [
      { element: first!.element, ucid: first!.ucid, grade: 'not found', revision: 1, ...author },
      { element: second!.element, ucid: second!.ucid, passage: picked, revision: 2, ...author },
      { element: added.element, ucid: added.ucid, grade: 'disclosed', revision: 1, ...author },
      { element: '99z', ucid: first!.ucid, grade: 'disclosed', revision: 1, ...author },
    ],
    added: [{ reference: { ...reference, ucid: added.ucid }, chart: [added], ...author }],
  });
  const chart = markedChart(exampleReport, marks);
  expect(chart).toEqual([
    { ...first, mark: 'not found' },
    { ...second, passages: [picked] },
    ...exampleReport.chart.slice(2),
    { ...added, mark: 'disclosed' },
  ]);
});
