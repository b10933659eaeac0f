import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { logger, metrics } from '#core/runtime/log.ts';
import { queueHandler } from '#core/runtime/queue-handler.ts';
import { openPatents } from '#functions/patents/index.ts';
import { ProductError } from '#shared/errors.ts';
import type { Report } from '#shared/report/report.ts';
import { checkReport } from '../check-report.ts';
import { mailReports } from '../mail-reports.ts';
import { makeReport } from '../make-report.ts';
import { toPdf } from '../report-files/to-pdf.ts';
import { enqueueReport, type ReportMessage, reportMessage } from '../report-queue.ts';
import { reportSettings } from '../report-settings.ts';
import { servedReport, versionOf } from '../report-version.ts';
import {
  claimReport,
  markReportFailed,
  markReportStored,
  publishReport,
  releaseReport,
} from '../report-work.ts';
import { beginReport, filesOf, type ReportRecord } from '../reports.ts';
import { getReport, putReport, putReportPdf } from '../reports-bucket.ts';

/** Makes reports and mails them. Every step may be repeated: cut short anywhere, the message comes back. */
export const handler = queueHandler(reportMessage, serve);

async function serve(subject: ReportMessage): Promise<void> {
  const wanted = await servedReport(subject);
  if (!wanted) throw new Error('There is no index of patents to search');
  const now = new Date();
  if (!subject.begun) await beginReport(wanted, now);
  const leasedUntil = new Date(now.getTime() + reportSettings.leaseSeconds * 1000);
  const claimed = await claimReport(wanted, leasedUntil, now);
  const outcome = claimed && (await work(claimed, subject));
  if (outcome === 'unfinished') return;
  // If another worker holds the report, that one mails it.
  await mailReports(wanted, new Date(), outcome === 'failed' ? undefined : outcome);
}

/** The report; `failed`; or `unfinished` if this worker lost it or the message comes back. */
type Outcome = Report | 'failed' | 'unfinished';

async function work(record: ReportRecord, { visitor }: ReportMessage): Promise<Outcome> {
  if (record.tries > reportSettings.tries) return fail(record, 'interrupted');
  const { kind, ucid, version, tries } = record;
  try {
    // If this worker is killed, its own message comes back much later than the lease ends.
    await enqueueReport({ kind, ucid, visitor, begun: true }, reportSettings.takeUpSeconds);
    return await make(record);
  } catch (error) {
    logger.error('report not made', { kind, ucid, version, tries, error: error as Error });
    if (error instanceof WrongReport) return fail(record, 'refused');
    if (isGone(error)) return fail(record, 'no-text');
    await releaseReport(record, new Date());
    await enqueueReport({ kind, ucid, visitor }, reportSettings.retrySeconds);
    return 'unfinished';
  }
}

/** Makes the report and its PDF, stores both, and shows them. A worker before this one may have stored the report. */
async function make(record: ReportRecord): Promise<Outcome> {
  const report = record.content_hash ? await getReport(filesOf(record)) : await makeChecked(record);
  const stored = record.content_hash
    ? record
    : await markReportStored(record, await putReport(record, report));
  if (!stored) return 'unfinished';
  await putReportPdf(filesOf(stored), await toPdf(report));
  const now = new Date();
  if (!(await publishReport(stored, now))) return 'unfinished';
  const { kind, ucid, version, created_at } = stored;
  const elapsedMs = now.getTime() - Date.parse(created_at);
  logger.info('report made', { kind, ucid, version, elapsedMs });
  metrics.addMetric('reports', MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
  return report;
}

/** The checker has found something that the documents do not say. */
class WrongReport extends Error {}

async function makeChecked({ kind, ucid, version }: ReportRecord): Promise<Report> {
  const made = await makeReport({ kind, ucid });
  const faults = await checkReport(made, await openPatents());
  const served = await servedReport({ kind, ucid });
  // Then its documents are others, too: the next attempt makes the report of the new build.
  if (versionOf(made) !== version || served?.version !== version) {
    throw new Error('The index was rebuilt while the report was made');
  }
  if (faults.length > 0) throw new WrongReport(JSON.stringify(faults.slice(0, 10)));
  return made;
}

const isGone = (error: unknown) =>
  error instanceof ProductError && ['PatentNotFound', 'PatentsNotLoaded'].includes(error.code);

async function fail(
  report: ReportRecord,
  failure: NonNullable<ReportRecord['failure']>,
): Promise<Outcome> {
  const retryAt = new Date(Date.now() + reportSettings.failedSeconds * 1000);
  if (!(await markReportFailed(report, failure, retryAt))) return 'unfinished';
  const { kind, ucid, version } = report;
  logger.warn('report failed', { kind, ucid, version, failure });
  metrics.addMetric(
    failure === 'refused' ? 'refusedReports' : 'failedReports',
    MetricUnit.Count,
    1,
  );
  metrics.publishStoredMetrics();
  return 'failed';
}
