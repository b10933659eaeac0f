import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { logger, metrics, noteFailed } from '#core/runtime/log.ts';
import { queueHandler } from '#core/runtime/queue-handler.ts';
import { openPatents } from '#functions/patents/index.ts';
import { ProductError } from '#shared/errors.ts';
import type { Report } from '#shared/report/report.ts';
import { checkReport, type Fault } from '../check-report.ts';
import { judgeAddedReference } from '../judge-added-reference.ts';
import { isToBeJudged, judgeReport, mayBeJudged } from '../judge-report.ts';
import { mailReports } from '../mail-reports.ts';
import { makeReport } from '../make-report.ts';
import { toPdf } from '../report-files/to-pdf.ts';
import { enqueueReport, type ReportMessage, reportMessage } from '../report-queue.ts';
import { reportSettings } from '../report-settings.ts';
import { servedReport, versionOf } from '../report-version.ts';
import {
  claimReport,
  handOverReport,
  markReportDrafted,
  markReportFailed,
  markReportStored,
  publishReport,
  releaseReport,
} from '../report-work.ts';
import { beginReport, filesOf, type ReportIdentity, type ReportRecord } from '../reports.ts';
import { getReport, putReport, putReportPdf } from '../reports-bucket.ts';

/** Makes reports and mails them. Every step may be repeated: cut short anywhere, the message comes back. */
export const handler = queueHandler(reportMessage, serve);

async function serve({ added, ...subject }: ReportMessage): Promise<void> {
  if (added) return judgeAddedReference(subject.ucid, added);
  const wanted = await servedReport(subject);
  if (!wanted) throw new Error('There is no index of patents to search');
  const now = new Date();
  if (!subject.begun) await beginReport(wanted, now);
  const leasedUntil = new Date(now.getTime() + reportSettings.leaseSeconds * 1000);
  const claimed = await claimReport(wanted, leasedUntil, now);
  const outcome = claimed && (await work(claimed, { ...subject, takenUp: now.getTime() }));
  if (outcome === 'unfinished') return;
  // If another worker holds the report, that one mails it.
  await mailReports(wanted, new Date(), outcome === 'failed' ? undefined : outcome);
}

/** The report; `failed`; or `unfinished` if this worker lost it or the message comes back. */
type Outcome = Report | 'failed' | 'unfinished';

/** For whom a worker makes a report, and since when, in milliseconds of the epoch. */
type Turn = Pick<ReportMessage, 'visitor'> & { takenUp: number };

async function work(record: ReportRecord, turn: Turn): Promise<Outcome> {
  if (record.tries > reportSettings.tries) return fail(record, 'interrupted');
  const { kind, ucid, version, tries } = record;
  const { visitor } = turn;
  try {
    // If this worker is killed, its own message comes back much later than the lease ends.
    await enqueueReport({ kind, ucid, visitor, begun: true }, reportSettings.takeUpSeconds);
    return await make(record, turn);
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
async function make(record: ReportRecord, turn: Turn): Promise<Outcome> {
  const made = await storedOrMade(record, turn);
  if (made === 'unfinished') return made;
  const { report, stored } = made;
  await putReportPdf(filesOf(stored), await toPdf(report));
  const now = new Date();
  const { used, stopped } = report.record.judging ?? {};
  const isWaiting = stopped === 'away' || stopped === 'limit';
  const retryAt = isWaiting ? later(now, reportSettings.judgeAgainSeconds) : undefined;
  if (!(await publishReport(stored, now, retryAt))) return 'unfinished';
  const { kind, ucid, version, created_at } = stored;
  const elapsedMs = now.getTime() - Date.parse(created_at);
  logger.info('report made', { kind, ucid, version, elapsedMs, tokens: used, judging: stopped });
  metrics.addMetric('reports', MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
  return report;
}

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** The report with its content stored, by this worker or one before. */
async function storedOrMade(
  record: ReportRecord,
  turn: Turn,
): Promise<{ report: Report; stored: ReportRecord } | 'unfinished'> {
  if (record.content_hash) return { report: await getReport(filesOf(record)), stored: record };
  const { draft_hash } = record;
  const draft = draft_hash
    ? await getReport({ ...record, content_hash: draft_hash })
    : await makeChecked(record);
  const report = isToBeJudged(draft) ? await judge(record, draft, turn) : draft;
  if (report === 'unfinished') return report;
  const stored = await markReportStored(record, await putReport(record, report));
  return stored ? { report, stored } : 'unfinished';
}

/** Has models judge a report. What is not done in the time of this worker, another one does. */
async function judge(
  record: ReportRecord,
  draft: Report,
  { takenUp, visitor }: Turn,
): Promise<Report | 'unfinished'> {
  const { judgeSeconds, judgeEndSeconds, judgingSeconds, judgePauses, judgePauseSeconds } =
    reportSettings;
  // The first turn counts the report; the others go on with it.
  const isAllowed =
    record.draft_hash !== undefined || (await mayBeJudged(visitor === true, new Date()));
  const drafted = record.draft_hash
    ? record
    : await markReportDrafted(record, await putReport(record, draft), new Date());
  if (!drafted) return 'unfinished';
  const { kind, ucid, judging_since = '', judging_pauses = 0 } = drafted;
  const { report, stopped } = await judgeReport(
    draft,
    {
      until: takenUp + judgeSeconds * 1000,
      end: takenUp + judgeEndSeconds * 1000,
    },
    isAllowed,
  );
  await requireServed(drafted);
  const isInTime = Date.now() < Date.parse(judging_since) + judgingSeconds * 1000;
  const isAway = stopped === 'away' && judging_pauses < judgePauses;
  if (isInTime && (stopped === 'later' || isAway)) {
    const pauses = judging_pauses + (isAway ? 1 : 0);
    if (isAway) logger.warn('the model is away', { kind, ucid, pauses });
    if (await handOverReport(drafted, pauses, new Date())) {
      await enqueueReport({ kind, ucid, visitor, begun: true }, isAway ? judgePauseSeconds : 0);
    }
    return 'unfinished';
  }
  return requireRight(report);
}

const rebuilt = 'The index was rebuilt while the report was made';

/** Throws if the index was rebuilt. Then its documents are others, too: the next attempt makes the report of the new build. */
async function requireServed({ kind, ucid, version }: ReportIdentity): Promise<void> {
  const served = await servedReport({ kind, ucid });
  if (served?.version !== version) throw new Error(rebuilt);
}

/** The checker has found something that the documents do not say. */
class WrongReport extends Error {}

async function makeChecked({ kind, ucid, version }: ReportRecord): Promise<Report> {
  const made = await makeReport({ kind, ucid });
  const faults = await checkReport(made, await openPatents());
  if (versionOf(made) !== version) throw new Error(rebuilt);
  await requireServed({ kind, ucid, version });
  return rightReport(made, faults);
}

/** Checks a report. Throws `WrongReport`. */
const requireRight = async (report: Report) =>
  rightReport(report, await checkReport(report, await openPatents()));

function rightReport(report: Report, faults: readonly Fault[]): Report {
  if (faults.length > 0) throw new WrongReport(JSON.stringify(faults.slice(0, 10)));
  return report;
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
  if (failure === 'refused') {
    metrics.addMetric('refusedReports', MetricUnit.Count, 1);
    metrics.publishStoredMetrics();
  } else {
    noteFailed('reports');
  }
  return 'failed';
}
