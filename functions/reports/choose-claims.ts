import type { PatentDocument } from '#shared/patent-document.ts';
import { reportClaims } from '#shared/report/claim-elements.ts';
import { chartedLabels } from '#shared/report/coverage.ts';
import { noChartOf } from '#shared/report/no-chart.ts';
import type { ReportClaim, ReportKind } from '#shared/report/report.ts';
import { reportRules } from './report-rules.ts';

/**
 * Claims of a patent with their elements, the independent ones first. As many are charted as the chart has room for; of
 * a design or a plant and in a prior-art report none.
 */
export function chooseClaims(
  kind: ReportKind,
  patent: Pick<PatentDocument, 'claims' | 'type' | 'ucid'>,
): ReportClaim[] {
  const isCharted = kind === 'invalidation' && !noChartOf(patent);
  let room: number = isCharted ? reportRules.chartElements : 0;
  return reportClaims(patent.claims).map((claim) => {
    room -= chartedLabels(claim).length;
    return { ...claim, charted: room >= 0 };
  });
}
