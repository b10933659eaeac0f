import { categoryOf, findCoverage } from './coverage.ts';
import type { ReportMarks } from './marks.ts';
import type { ChartCell, Combination, Coverage, Reference, Report } from './report.ts';
import type { MarkedCell } from './standing.ts';

/**
 * The chart as people see it: the cells of the machine and of the added references, with what people said of them, and
 * their passages in the place of the machine's. Marks of cells that are not there change nothing.
 */
export function markedChart(
  { chart }: Pick<Report, 'chart'>,
  { marks, added }: ReportMarks,
): MarkedCell[] {
  const marked = new Map(marks.map((mark) => [keyOf(mark), mark]));
  const cells = [...chart, ...added.flatMap((one) => one.chart)];
  return cells.map((machine) => {
    const { grade: mark, passage } = marked.get(keyOf(machine)) ?? {};
    return {
      ...machine,
      ...(mark && { mark }),
      ...(passage && { passages: [passage] }),
    };
  });
}

const keyOf = ({ element, ucid }: Pick<ChartCell, 'element' | 'ucid'>) => `${element} ${ucid}`;

/** What follows from the grades that people gave. */
export interface MarkedCoverage {
  coverage: Coverage;
  /** By UCID, also of added references. */
  categories: Map<string, NonNullable<Reference['category']>>;
}

/** Coverage and categories of an invalidation report with the marks, beside those of the machine in the report. */
export function markedCoverage(report: Report, marks: ReportMarks): MarkedCoverage {
  const art = [...report.art, ...marks.added.map(({ reference }) => reference)];
  const { claims } = report;
  const coverage = findCoverage({ claims, art, chart: markedChart(report, marks) });
  return {
    coverage,
    categories: new Map(art.map(({ ucid }) => [ucid, categoryOf(ucid, coverage, claims)])),
  };
}

/** Reasons to combine, for the sets of the machine and then for those that arise from marks and added references. */
export const allCombinations = (
  { combinations = [] }: Pick<Report, 'combinations'>,
  marks: Pick<ReportMarks, 'combinations'>,
): Combination[] => [...combinations, ...(marks.combinations ?? [])];
