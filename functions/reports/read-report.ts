import { ProductError } from '#shared/errors.ts';
import type { Report } from '#shared/report/report.ts';
import { findReportUcid } from './report-patent.ts';
import { getLatestReport } from './reports.ts';
import { getReport, type ReportFiles } from './reports-bucket.ts';

const missing: Record<Report['kind'], string> = {
  'prior-art': 'Prior art report for this patent is not available.',
  invalidation: 'Invalidation report for this patent is not available.',
};

/**
 * The newest report on the patent of a publication number. Throws `UcidInvalid`, and `ReportNotFound` where
 * none is made.
 */
export async function readReport(
  kind: Report['kind'],
  text: string,
  now: Date,
): Promise<{ report: Report; files: ReportFiles }> {
  const ucid = await findReportUcid(text);
  const files = ucid && (await getLatestReport({ kind, ucid }, now));
  if (!files) throw new ProductError('ReportNotFound', missing[kind]);
  return { report: await getReport(files), files };
}
