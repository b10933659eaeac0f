/**
 * Writes of the workers that make reports. One worker at a time holds a report, by a lease. Writes of a worker that has
 * lost its lease are refused.
 */
import { newId } from '#core/runtime/ids.ts';
import { put, tryUpdate, tryWrite, update } from '#core/storage/writes.ts';
import { reports } from '#tables/reports.ts';
import { filesOf, type ReportIdentity, type ReportRecord, reportExpiry } from './reports.ts';

/**
 * Gives a report to this worker; undefined if it is made, has failed, or another worker holds it. If the SDK repeats the
 * call, the condition finds that this worker holds it.
 */
export const claimReport = (identity: ReportIdentity, leasedUntil: Date, now: Date) =>
  tryUpdate(
    reports.report,
    update('dynamodb:UpdateItem Reports', reports.report, identity, {
      UpdateExpression: 'SET worker = :worker, leased_until = :until ADD tries :one',
      ConditionExpression: '#status = :making AND (leased_until <= :now OR worker = :worker)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':worker': newId('wrk'),
        ':until': leasedUntil.toISOString(),
        ':making': 'making',
        ':now': now.toISOString(),
        ':one': 1,
      },
    }),
  );

/** This worker still holds the report. */
const held = {
  ConditionExpression: '#status = :making AND worker = :worker',
  ExpressionAttributeNames: { '#status': 'status' },
};
const heldValues = ({ worker }: ReportRecord) => ({ ':making': 'making', ':worker': worker });

/** Changes a report; undefined if this worker has lost it. */
const change = (report: ReportRecord, expression: string, values: Record<string, unknown>) =>
  tryUpdate(
    reports.report,
    update('dynamodb:UpdateItem Reports', reports.report, report, {
      ...held,
      UpdateExpression: expression,
      ExpressionAttributeValues: { ...heldValues(report), ...values },
    }),
  );

/** Notes that the JSON is made, checked and stored. */
export const markReportStored = (report: ReportRecord, contentHash: string) =>
  change(report, 'SET content_hash = :hash', { ':hash': contentHash });

/** Notes that all but the judgement of models is made and stored. Tries of the judgement are counted anew. */
export const markReportDrafted = (report: ReportRecord, draftHash: string, now: Date) =>
  change(report, 'SET draft_hash = :hash, judging_since = :now, tries = :none', {
    ':hash': draftHash,
    ':now': now.toISOString(),
    ':none': 0,
  });

/** Lets another worker go on with the judging. It has done its part: only workers that die count as tries. */
export const handOverReport = (report: ReportRecord, pauses: number, now: Date) =>
  change(report, 'SET leased_until = :now, tries = :none, judging_pauses = :pauses', {
    ':now': now.toISOString(),
    ':none': 0,
    ':pauses': pauses,
  });

/** Lets another worker take the report up now. */
export const releaseReport = (report: ReportRecord, now: Date) =>
  change(report, 'SET leased_until = :now', { ':now': now.toISOString() });

/** Notes that a report cannot be made. */
export const markReportFailed = (
  report: ReportRecord,
  failure: NonNullable<ReportRecord['failure']>,
  retryAt: Date,
) =>
  change(report, 'SET #status = :failed, failure = :failure, retry_at = :retry', {
    ':failed': 'failed',
    ':failure': failure,
    ':retry': retryAt.toISOString(),
  });

/**
 * Shows a report whose files are stored; false if this worker has lost it.
 * @param retryAt after which it is made again if somebody asks for it
 */
export async function publishReport(
  report: ReportRecord,
  now: Date,
  retryAt?: Date,
): Promise<boolean> {
  const ready = update('dynamodb:UpdateItem Reports', reports.report, report, {
    ...held,
    UpdateExpression: `SET #status = :ready${retryAt ? ', retry_at = :retry' : ''}`,
    ExpressionAttributeValues: {
      ...heldValues(report),
      ':ready': 'ready',
      ...(retryAt && { ':retry': retryAt.toISOString() }),
    },
  });
  const made_at = now.toISOString();
  const latest = put('dynamodb:PutItem Reports', reports.latest, reports.latest.key(report), {
    ...filesOf(report),
    made_at,
    expires_at: reportExpiry(now),
  });
  return !(await tryWrite([ready, latest]));
}
