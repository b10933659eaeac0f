import { chartedLabels } from '#shared/report/coverage.ts';
import { findingOf } from '#shared/report/finding.ts';
import { farReason, isFar } from '#shared/report/is-far.ts';
import { markedChart, markedCoverage } from '#shared/report/marked-chart.ts';
import type { AddedReference, ReportMarks } from '#shared/report/marks.ts';
import type { ChartCell, Coverage, Reference, Report, ReportClaim } from '#shared/report/report.ts';
import { cellKey } from './drafts.ts';

/** A reference of the machine, or one that a person added, which has no score from a search. */
export type ChartReference = AddedReference['reference'] & {
  category: NonNullable<Reference['category']>;
  /** Why its grades are one step lower. */
  farReason: string | undefined;
} & Partial<Pick<Reference, 'conceptScore' | 'passages'>>;

export interface MarkedReport {
  /** Claims with rows in the chart, each with only the elements that have a row. */
  claims: ReportClaim[];
  /** References of the machine come first. */
  references: ChartReference[];
  /** The machine's versions by `cellKey`, also of added references. */
  cells: Map<string, ChartCell>;
  /** Computed from the marks of people. */
  coverage: Coverage;
  /** What was found, in three sentences. */
  finding: string[];
}

/** A report with what people added. Coverage and categories follow from their grades. */
export function markedReport(report: Report, marks: ReportMarks): MarkedReport {
  const added = marks.added.map(({ reference }) => reference);
  const { coverage, categories } = markedCoverage(report, marks);
  const cells = [...report.chart, ...marks.added.flatMap(({ chart }) => chart)];
  const finding = findingOf({
    claims: report.claims,
    art: [...report.art, ...added],
    chart: markedChart(report, marks),
    coverage,
    effectiveDate: report.subject.effective_date,
    nameOf: (ucid) => ucid,
  });
  return {
    claims: report.claims
      .filter(({ charted }) => charted)
      .map((claim) => {
        const labels = chartedLabels(claim);
        const elements = claim.elements.filter(({ label }) => labels.includes(label));
        return { ...claim, elements };
      }),
    references: [...report.art, ...added].map((reference) => ({
      ...reference,
      category: categories.get(reference.ucid)!,
      farReason: isFar(reference, report) ? farReason(reference, report) : undefined,
    })),
    cells: new Map(cells.map((cell) => [cellKey(cell), cell])),
    coverage,
    finding,
  };
}
