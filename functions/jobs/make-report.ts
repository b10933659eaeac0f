import { MetricUnit } from '@aws-lambda-powertools/metrics';
import type { SQSEvent } from 'aws-lambda';
import { checkReport } from '#functions/domain/check-report.ts';
import { openPatents } from '#functions/domain/find-patent.ts';
import { mailReports } from '#functions/domain/mail-reports.ts';
import { makeReport } from '#functions/domain/make-report.ts';
import { toPdf } from '#functions/domain/report-files/to-pdf.ts';
import { reportSettings } from '#functions/domain/report-settings.ts';
import { servedReport, versionOf } from '#functions/domain/report-version.ts';
import { logger, metrics } from '#functions/runtime/log.ts';
import { readMessage } from '#functions/runtime/read-message.ts';
import { enqueueReport, type ReportMessage, reportMessage } from '#functions/store/report-queue.ts';
import {
  claimReport,
  markReportFailed,
  markReportStored,
  publishReport,
  releaseReport,
} from '#functions/store/report-work.ts';
import { beginReport, filesOf, type ReportRecord } from '#functions/store/reports.ts';
import { getReport, putReport, putReportPdf } from '#functions/store/reports-bucket.ts';
import { ProductError } from '#shared/errors.ts';

/** Makes reports and mails them. Every step may be repeated: cut short anywhere, the message comes back. */
export async function handler(event: SQSEvent): Promise<void> {
  for (const record of event.Records) await serve(readMessage(reportMessage, record));
}

async function serve(subject: ReportMessage): Promise<void> {
  const wanted = await servedReport(subject);
  if (!wanted) throw new Error('There is no index of patents to search');
  const now = new Date();
  if (!subject.begun) await beginReport(wanted, now);
  const leasedUntil = new Date(now.getTime() + reportSettings.leaseSeconds * 1000);
  const report = await claimReport(wanted, leasedUntil, now);
  // Whoever waits for a report that another worker holds gets the mail from that one.
  if (!report || (await work(report))) await mailReports(wanted, new Date());
}

/** Makes a report. @returns whether it is over: the report is made, or has failed */
async function work(report: ReportRecord): Promise<boolean> {
  if (report.tries > reportSettings.tries) return fail(report, 'interrupted');
  const { kind, ucid, version, tries } = report;
  try {
    // If this worker is killed, its own message comes back much later than the lease ends.
    await enqueueReport({ kind, ucid, begun: true }, reportSettings.takeUpSeconds);
    return await make(report);
  } catch (error) {
    logger.error('report not made', { kind, ucid, version, tries, error: error as Error });
    if (error instanceof WrongReport) return fail(report, 'refused');
    if (isGone(error)) return fail(report, 'no-text');
    await releaseReport(report, new Date());
    await enqueueReport({ kind, ucid }, reportSettings.retrySeconds);
    return false;
  }
}

async function make(report: ReportRecord): Promise<boolean> {
  const stored = report.content_hash ? report : await makeContent(report);
  if (!stored) return false;
  const files = filesOf(stored);
  await putReportPdf(files, await toPdf(await getReport(files)));
  const now = new Date();
  if (!(await publishReport(stored, now))) return false;
  const { kind, ucid, version, created_at } = stored;
  const elapsedMs = now.getTime() - Date.parse(created_at);
  logger.info('report made', { kind, ucid, version, elapsedMs });
  metrics.addMetric('reports', MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
  return true;
}

/** The checker has found something that the documents do not say. */
class WrongReport extends Error {}

/** Makes, checks and stores the content. Undefined when the report is this worker’s no more. */
async function makeContent(report: ReportRecord): Promise<ReportRecord | undefined> {
  const { kind, ucid, version } = report;
  const made = await makeReport({ kind, ucid });
  const faults = await checkReport(made, await openPatents());
  const served = await servedReport(report);
  // Then its documents are others, too: the next attempt makes the report of the new build.
  if (versionOf(made) !== version || served?.version !== version) {
    throw new Error('The index was rebuilt while the report was made');
  }
  if (faults.length > 0) throw new WrongReport(JSON.stringify(faults.slice(0, 10)));
  return markReportStored(report, await putReport({ kind, ucid, version }, made));
}

const isGone = (error: unknown) =>
  error instanceof ProductError && ['PatentNotFound', 'PatentsNotLoaded'].includes(error.code);

async function fail(
  report: ReportRecord,
  failure: NonNullable<ReportRecord['failure']>,
): Promise<boolean> {
  const retryAt = new Date(Date.now() + reportSettings.failedSeconds * 1000);
  if (!(await markReportFailed(report, failure, retryAt))) return false;
  const { kind, ucid, version } = report;
  logger.warn('report failed', { kind, ucid, version, failure });
  metrics.addMetric(
    failure === 'refused' ? 'refusedReports' : 'failedReports',
    MetricUnit.Count,
    1,
  );
  metrics.publishStoredMetrics();
  return true;
}
