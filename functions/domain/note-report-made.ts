import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { logger, metrics } from '#functions/runtime/log.ts';
import { logSearch } from '#functions/runtime/log-search.ts';
import type { ReportIdentity } from '#functions/store/reports.ts';
import type { Report } from '#shared/report/report.ts';
import { patentsIndex } from './find-patent.ts';

/**
 * Notes that a report was made, once for each, whoever asked: in the search history, the log and the metrics.
 * The history has the patent's number; nobody's name or address.
 */
export function noteReportMade(
  { kind, ucid, version }: ReportIdentity,
  { art }: Report,
  elapsedMs: number,
): void {
  logSearch({
    kind: 'report',
    indexId: patentsIndex,
    text: ucid,
    confidential: false,
    results: art.length,
    elapsedMs,
  });
  logger.info('report made', { kind, ucid, version, elapsedMs });
  metrics.addMetric('reports', MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}
