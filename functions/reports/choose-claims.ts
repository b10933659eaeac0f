import type { PatentDocument } from '#shared/patent-document.ts';
import { reportClaims } from '#shared/report/claim-elements.ts';
import { chartedLabels } from '#shared/report/coverage.ts';
import type { ReportClaim, ReportKind } from '#shared/report/report.ts';
import { reportRules } from './report-rules.ts';

/**
 * Claims of a patent with their elements, the independent ones first. As many are charted as the chart has room for; in
 * a prior-art report none.
 */
export function chooseClaims(kind: ReportKind, claims: PatentDocument['claims']): ReportClaim[] {
  let room: number = kind === 'prior-art' ? 0 : reportRules.chartElements;
  return reportClaims(claims).map((claim) => {
    room -= chartedLabels(claim).length;
    return { ...claim, charted: room >= 0 };
  });
}
