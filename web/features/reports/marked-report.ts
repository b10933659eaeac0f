import { chartedLabels } from '#shared/report/coverage.ts';
import { isFar } from '#shared/report/is-far.ts';
import { markedCoverage } from '#shared/report/marked-chart.ts';
import type { AddedReference, ReportMarks } from '#shared/report/marks.ts';
import type { ChartCell, Coverage, Reference, Report, ReportClaim } from '#shared/report/report.ts';
import { cellKey } from './drafts.ts';

/** A reference of the machine, or one that a person added: of that no search tells a score. */
export type ChartReference = AddedReference['reference'] & {
  category: NonNullable<Reference['category']>;
  isFar: boolean;
} & Partial<Pick<Reference, 'conceptScore' | 'passages'>>;

interface MarkedReport {
  /** Claims with rows in the chart, and of each only the elements that have one. */
  claims: ReportClaim[];
  /** Those of the machine first. */
  references: ChartReference[];
  /** As the machine made them, also of added references, by `cellKey`. */
  cells: Map<string, ChartCell>;
  /** With the grades that people gave. */
  coverage: Coverage;
}

/** A report with what people added. Coverage and categories follow from their grades. */
export function markedReport(report: Report, marks: ReportMarks): MarkedReport {
  const added = marks.added.map(({ reference }) => reference);
  const { coverage, categories } = markedCoverage(report, marks);
  const cells = [...report.chart, ...marks.added.flatMap(({ chart }) => chart)];
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
      isFar: isFar(reference, report),
    })),
    cells: new Map(cells.map((cell) => [cellKey(cell), cell])),
    coverage,
  };
}
