import type { MemberPrincipal } from '#functions/request/principal.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { expectDeletion, forgetFile } from '#functions/store/datasets.ts';
import { deleteFile } from '#functions/store/datasets-bucket.ts';
import { fileNameOf } from '#functions/store/file-name.ts';

/** Time in which an interrupted deletion can be repeated. */
const repeatableMs = 600_000;

/**
 * Deletes a version of a file of the principal's organisation. May be repeated after a crash at any point:
 * the audit trail records the deletion of each version once.
 */
export async function deleteOwnFile(
  principal: MemberPrincipal,
  key: string,
  { eTag, modifiedAt }: { eTag: string; modifiedAt: Date },
  now: Date,
) {
  const object = { id: key, name: fileNameOf(key) };
  const entry = auditEntry(principal, { action: 'dataset.deleted', object }, now);
  // A list that runs now may record the file again; the next list removes it.
  const until = new Date(now.getTime() + repeatableMs);
  const version = `${modifiedAt.toISOString()} ${eTag}`;
  await expectDeletion(principal.orgId, key, { version, now, until }, entry);
  await deleteFile(key);
  await forgetFile(principal.orgId, key);
}
