/**
 * What the workers do that make reports. One at a time holds a report, by a lease; what a worker writes that has
 * lost its lease is refused.
 */
import { newId } from '#functions/runtime/ids.ts';
import { reports } from '#tables/reports.ts';
import { failedConditions, isConditionFailure } from './dynamodb.ts';
import { filesOf, type ReportIdentity, type ReportRecord, reportExpiry } from './reports.ts';
import { put, transact, update, updated } from './writes.ts';

/**
 * Takes a report up, which no other worker may write from then on; undefined when there is nothing to do: it
 * is made, has failed, or another worker holds it. Repeated by the SDK, it finds that this worker holds it.
 */
export const claimReport = (identity: ReportIdentity, leasedUntil: Date, now: Date) =>
  conditionally(
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

/** The report as it has become; undefined when the condition did not hold. */
async function conditionally(change: ReturnType<typeof update>): Promise<ReportRecord | undefined> {
  try {
    return await updated(reports.report, change);
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/** Still the worker of this claim. */
const held = {
  ConditionExpression: '#status = :making AND worker = :worker',
  ExpressionAttributeNames: { '#status': 'status' },
};
const heldValues = ({ worker }: ReportRecord) => ({ ':making': 'making', ':worker': worker });

/** Changes a report that this worker holds; undefined when it is this worker’s no more. */
const change = (report: ReportRecord, expression: string, values: Record<string, unknown>) =>
  conditionally(
    update('dynamodb:UpdateItem Reports', reports.report, report, {
      ...held,
      UpdateExpression: expression,
      ExpressionAttributeValues: { ...heldValues(report), ...values },
    }),
  );

/** Notes that the JSON is made, checked and stored. */
export const markReportStored = (report: ReportRecord, contentHash: string) =>
  change(report, 'SET content_hash = :hash', { ':hash': contentHash });

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

/** Shows a report whose files are stored; false when it is this worker’s no more. */
export async function publishReport(report: ReportRecord, now: Date): Promise<boolean> {
  const ready = update('dynamodb:UpdateItem Reports', reports.report, report, {
    ...held,
    UpdateExpression: 'SET #status = :ready',
    ExpressionAttributeValues: { ...heldValues(report), ':ready': 'ready' },
  });
  const made_at = now.toISOString();
  const latest = put('dynamodb:PutItem Reports', reports.latest, reports.latest.key(report), {
    ...filesOf(report),
    made_at,
    expires_at: reportExpiry(now),
  });
  try {
    await transact([ready, latest]);
    return true;
  } catch (error) {
    if (failedConditions(error).includes(0)) return false;
    throw error;
  }
}
