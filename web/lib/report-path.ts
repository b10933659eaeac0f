import type { ReportKind } from '#shared/report/report.ts';

/** Address of the page that shows the prior-art report of a patent. */
export const priorArtPath = (ucid: string) => `/prior-art/${encodeURIComponent(ucid)}`;

/** Address of the page where a team works on the invalidation report of a patent. */
export const claimChartPath = (ucid: string) => `/claim-chart/${encodeURIComponent(ucid)}`;

/** Address of the page that shows a report. */
export const reportPath = (kind: ReportKind, ucid: string) =>
  kind === 'prior-art' ? priorArtPath(ucid) : claimChartPath(ucid);

const requestPages = {
  'prior-art': 'download-prior-art',
  invalidation: 'generate-invalidation',
} as const satisfies Record<ReportKind, string>;

/** Address of the page that has a report made and asks where to send it. */
export const requestReportPath = (kind: ReportKind, ucid: string) =>
  `/${requestPages[kind]}/${encodeURIComponent(ucid)}`;
