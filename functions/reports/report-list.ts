/** The list of an organization's reports: what its people asked for or worked on. */
import { listPage, type PageOf } from '#core/storage/list-page.ts';
import { queryAll, queryKeys } from '#core/storage/queries.ts';
import { deleteItems } from '#core/storage/records.ts';
import { put, remove, tryWrite, write } from '#core/storage/writes.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { reports } from '#tables/reports.ts';
import { type ReportSubject, reportExpiry } from './reports.ts';

export type ListedRecord = RecordOf<typeof reports.listed>;

/** Puts a report at the head of the list of a person's organization; nothing for people without one. */
export async function listReport(
  user: { org_id?: string | undefined; item_id: string },
  { kind, ucid, title }: ReportSubject & { title: string },
  now: Date,
): Promise<void> {
  const { org_id } = user;
  if (!org_id) return;
  const at = now.toISOString();
  const keys = {
    ...reports.listed.key({ org_id, kind, ucid }),
    ...reports.listOf.keys({ org_id, at, kind, ucid }),
  };
  const record = { kind, ucid, title, by_id: user.item_id, at, expires_at: reportExpiry(now) };
  await write(put('dynamodb:PutItem Reports', reports.listed, keys, record));
}

/** One page of the reports of an organization. */
export const listReports = (orgId: string, page: PageOf) =>
  listPage('dynamodb:Query Reports', reports.listOf, { org_id: orgId }, '', page);

/** Takes a report out of the list; false when it is not in it. */
export async function unlistReport(
  orgId: string,
  { kind, ucid }: ReportSubject,
  entry: Parameters<typeof tryWrite>[0] & object,
): Promise<boolean> {
  const gone = remove(
    'dynamodb:DeleteItem Reports',
    reports.listed,
    { org_id: orgId, kind, ucid },
    { ConditionExpression: 'attribute_exists(pk)' },
  );
  return !(await tryWrite([gone, ...[entry].flat()]));
}

/** What of the list is of one person. */
export async function listReportsBy(orgId: string, userId: string): Promise<ListedRecord[]> {
  const found = await queryAll('dynamodb:Query Reports', reports.listEntries, { org_id: orgId });
  return found.map(({ record }) => record).filter(({ by_id }) => by_id === userId);
}

/** Removes the list of an organization. */
export async function removeReportList(orgId: string): Promise<void> {
  const keys = await queryKeys(
    'dynamodb:Query Reports',
    reports.listEntries,
    { org_id: orgId },
    { consistent: true },
  );
  await deleteItems('dynamodb:BatchWriteItem Reports', keys);
}
