/** People who wait for the mail with a report. Their address is deleted when that mail is queued. */
import { newId } from '#core/runtime/ids.ts';
import { personHash } from '#core/storage/person-hash.ts';
import { queryAll } from '#core/storage/queries.ts';
import { put, remove, tryWrite, update } from '#core/storage/writes.ts';
import type { UserRecord } from '#functions/people/index.ts';
import { limits } from '#shared/limits.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { reports } from '#tables/reports.ts';
import type { ReportSubject } from './reports.ts';

export type ReportRequest = RecordOf<typeof reports.request>;

const keptSeconds = limits.reportWaitDays * 86_400;

/**
 * Stores that a person waits for a report. A person who waits already gets one mail.
 * @param confirmed whether the owner of the address has asked, or confirmed it
 * @param user who is signed in
 */
export async function putReportRequest(
  { kind, ucid }: ReportSubject,
  { email, user, confirmed }: { email: string; user: UserRecord | undefined; confirmed: boolean },
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
      unconfirmed: confirmed ? undefined : true,
      expires_at: Math.floor(now.getTime() / 1000) + keptSeconds,
    },
    { ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(unconfirmed)' },
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

/** Lets a request be answered, because the owner of its address has confirmed it. */
export async function confirmRequest({ kind, ucid, email, request_id }: ReportRequest) {
  const confirmed = update(
    'dynamodb:UpdateItem Reports',
    reports.request,
    { kind, ucid, person_hash: personHash(email) },
    {
      UpdateExpression: 'REMOVE unconfirmed',
      ConditionExpression: 'request_id = :id',
      ExpressionAttributeValues: { ':id': request_id },
    },
  );
  await tryWrite(confirmed);
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
