import type { MemberPrincipal } from '#functions/request/principal.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { expectDeletion, forgetFile } from '#functions/store/datasets.ts';
import { deleteFile } from '#functions/store/datasets-bucket.ts';
import { fileNameOf } from '#functions/store/file-name.ts';

/** Deletes a file of the principal's organisation, and tells the audit trail. */
export async function deleteOwnFile(principal: MemberPrincipal, key: string, now: Date) {
  const object = { id: key, name: fileNameOf(key) };
  const entry = auditEntry(principal, { action: 'dataset.deleted', object }, now);
  // A list that is made at this moment may record the file again; a later one looks after it.
  const until = new Date(now.getTime() + 60_000);
  await expectDeletion(principal.orgId, key, { now, until }, entry);
  await deleteFile(key);
  await forgetFile(principal.orgId, key);
}
