import type { ReportMarks } from './marks.ts';
import type { ChartCell, Report } from './report.ts';

/**
 * The chart as people see it: the cells of the machine and of the added references, with the grades and passages of
 * the marks in their place. Marks of cells that are not there change nothing.
 */
export function markedChart(
  { chart }: Pick<Report, 'chart'>,
  { marks, added }: ReportMarks,
): ChartCell[] {
  const marked = new Map(marks.map((mark) => [keyOf(mark), mark]));
  const cells = [...chart, ...added.flatMap((one) => one.chart)];
  return cells.map((machine) => {
    const { grade = machine.grade, passage } = marked.get(keyOf(machine)) ?? {};
    return { ...machine, grade, passages: passage ? [passage] : machine.passages };
  });
}

const keyOf = ({ element, ucid }: Pick<ChartCell, 'element' | 'ucid'>) => `${element} ${ucid}`;
