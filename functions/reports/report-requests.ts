/** People who wait for the mail with a report. Their address is deleted when that mail is queued. */
import { newId } from '#core/runtime/ids.ts';
import { personHash } from '#core/storage/person-hash.ts';
import { queryAll } from '#core/storage/queries.ts';
import { put, remove, tryWrite } from '#core/storage/writes.ts';
import type { UserRecord } from '#functions/people/index.ts';
import { limits } from '#shared/limits.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { reports } from '#tables/reports.ts';
import type { ReportSubject } from './reports.ts';

export type ReportRequest = RecordOf<typeof reports.request>;

const keptSeconds = limits.reportWaitDays * 86_400;

/**
 * Stores that a person waits for a report. A person who waits already gets one mail.
 * @param user who is signed in
 */
export async function putReportRequest(
  { kind, ucid }: ReportSubject,
  { email, user }: { email: string; user: UserRecord | undefined },
  now: Date,
): Promise<void> {
  const person_hash = personHash(email);
  const request = put(
    'dynamodb:PutItem Reports',
    reports.request,
    {
      ...reports.request.key({ kind, ucid, person_hash }),
      ...reports.requestsOf.keys({ kind, ucid, person_hash }),
    },
    {
      request_id: newId('req'),
      kind,
      ucid,
      email,
      org_id: user?.org_id,
      user_id: user?.item_id,
      requested_at: now.toISOString(),
      expires_at: Math.floor(now.getTime() / 1000) + keptSeconds,
    },
    { ConditionExpression: 'attribute_not_exists(pk)' },
  );
  await tryWrite(request);
}

/** Everybody who waits for a report. */
export async function listWaiting(subject: ReportSubject): Promise<ReportRequest[]> {
  const found = await queryAll('dynamodb:Query Reports', reports.waiting, subject, {
    consistent: true,
  });
  return found.map(({ record }) => record);
}

/** What a person waits for. */
export async function listRequestsOf(email: string): Promise<ReportRequest[]> {
  const found = await queryAll('dynamodb:Query Reports', reports.requestsOf, {
    person_hash: personHash(email),
  });
  return found.map(({ record }) => record);
}

/** Deletes a request. A newer one of the same person stays. */
export async function removeReportRequest(request: ReportRequest): Promise<void> {
  const { kind, ucid, email, request_id } = request;
  const gone = remove(
    'dynamodb:DeleteItem Reports',
    reports.request,
    { kind, ucid, person_hash: personHash(email) },
    {
      ConditionExpression: 'request_id = :id',
      ExpressionAttributeValues: { ':id': request_id },
    },
  );
  await tryWrite(gone);
}
