/**
 * What organizations add to invalidation reports. Everything of one organization lies in one partition, report
 * after report, so that it is read with the report, and erased with the organization.
 */

import { queryAll, queryKeys } from '#core/storage/queries.ts';
import { deleteItems } from '#core/storage/records.ts';
import { put, remove, type TransactItems, tryWrite } from '#core/storage/writes.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { reports } from '#tables/reports.ts';

export type MarkRecord = RecordOf<typeof reports.mark>;
export type SearchedAgainRecord = RecordOf<typeof reports.searchedAgain>;
export type AddedReferenceRecord = RecordOf<typeof reports.addedReference>;

/** Names what an organization added to a report. */
export interface MarksOf {
  orgId: string;
  /** UCID of the patent that the report is about. */
  report: string;
}

/** Marks, added references and the last search with wishes of a report, in the order of their keys. */
export async function listMarks({ orgId, report }: MarksOf) {
  const found = await queryAll(
    'dynamodb:Query Reports',
    reports.marks,
    { org_id: orgId },
    { range: { beginsWith: `${report}#` }, consistent: true },
  );
  const marks: MarkRecord[] = [];
  const added: AddedReferenceRecord[] = [];
  let again: SearchedAgainRecord | undefined;
  for (const one of found) {
    if (one.entity === 'mark') marks.push(one.record);
    else if (one.entity === 'addedReference') added.push(one.record);
    else again = one.record;
  }
  return { marks, added, again };
}

/** Saves a mark; false when somebody has changed it since `seen`, the revision that this one replaces. */
export function putMark(
  { orgId, report }: MarksOf,
  mark: MarkRecord,
  seen: number,
): Promise<boolean> {
  const key = reports.mark.key({ org_id: orgId, report, ucid: mark.ucid, element: mark.element });
  return ifUnchanged(put('dynamodb:PutItem Reports', reports.mark, key, mark, seenAs(seen)));
}

/** Takes a mark away; false as `putMark`. */
export const removeMark = (
  { orgId, report }: MarksOf,
  { ucid, element }: Pick<MarkRecord, 'ucid' | 'element'>,
  seen: number,
): Promise<boolean> =>
  ifUnchanged(
    remove(
      'dynamodb:DeleteItem Reports',
      reports.mark,
      { org_id: orgId, report, ucid, element },
      seenAs(seen),
    ),
  );

const seenAs = (revision: number) =>
  revision === 0
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : {
        ConditionExpression: 'revision = :seen',
        ExpressionAttributeValues: { ':seen': revision },
      };

const ifUnchanged = async (change: TransactItems[number]) => !(await tryWrite(change));

/** Keeps the last search that followed an organization's wishes. */
export async function putSearchAgain(
  { orgId, report }: MarksOf,
  searched: SearchedAgainRecord,
): Promise<void> {
  const key = reports.searchedAgain.key({ org_id: orgId, report });
  await tryWrite(put('dynamodb:PutItem Reports', reports.searchedAgain, key, searched));
}

/** Adds a reference; false when it is there already. */
export function putAddedReference(
  { orgId, report }: MarksOf,
  added: AddedReferenceRecord,
): Promise<boolean> {
  const key = reports.addedReference.key({ org_id: orgId, report, ucid: added.ucid });
  return ifUnchanged(
    put('dynamodb:PutItem Reports', reports.addedReference, key, added, seenAs(0)),
  );
}

/** Takes the judging of the references that an organization added to a report; false while another worker has it. */
export async function claimAdded(
  { orgId: org_id, report }: MarksOf,
  leasedUntil: Date,
  now: Date,
): Promise<boolean> {
  const key = reports.judgingAdded.key({ org_id, report });
  const expires_at = Math.floor(leasedUntil.getTime() / 1000);
  return ifUnchanged(
    put(
      'dynamodb:PutItem Reports',
      reports.judgingAdded,
      key,
      { expires_at },
      {
        ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
        ExpressionAttributeValues: { ':now': Math.floor(now.getTime() / 1000) },
      },
    ),
  );
}

/** Lets another worker judge the next one. */
export const releaseAdded = async ({ orgId: org_id, report }: MarksOf): Promise<void> => {
  await tryWrite(
    remove('dynamodb:DeleteItem Reports', reports.judgingAdded, { org_id, report }, {}),
  );
};

/** Takes an added reference out with the marks of its cells; false when there is none. */
export async function removeAddedReference(of: MarksOf, ucid: string): Promise<boolean> {
  const { orgId: org_id, report } = of;
  const { added } = await listMarks(of);
  // Marks of the machine's own references stay.
  if (!added.some((one) => one.ucid === ucid)) return false;
  // Marks go first: cut short, the reference is still there and can be taken out again.
  await removeBeginningWith(org_id, `${report}#MARK#${ucid}#`);
  return ifUnchanged(
    remove(
      'dynamodb:DeleteItem Reports',
      reports.addedReference,
      { org_id, report, ucid },
      { ConditionExpression: 'attribute_exists(pk)' },
    ),
  );
}

/** Removes what an organization added to any report. */
export const removeMarksOf = (orgId: string) => removeBeginningWith(orgId, '');

/** Every mark and added reference of one person in an organization. */
export async function listMarksBy(orgId: string, userId: string) {
  const found = await queryAll('dynamodb:Query Reports', reports.marks, { org_id: orgId });
  return found
    .filter(({ record }) => record.by_id === userId)
    .map(({ key, record }) => ({ report: key.sk.slice(0, key.sk.indexOf('#')), ...record }));
}

async function removeBeginningWith(org_id: string, prefix: string): Promise<void> {
  const range = prefix ? { beginsWith: prefix } : undefined;
  const keys = await queryKeys(
    'dynamodb:Query Reports',
    reports.marks,
    { org_id },
    range ? { range, consistent: true } : { consistent: true },
  );
  await deleteItems('dynamodb:BatchWriteItem Reports', keys);
}
