import type { MemberPrincipal } from '#functions/request/principal.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { expectDeletion, forgetFile } from '#functions/store/datasets.ts';
import { deleteFile } from '#functions/store/datasets-bucket.ts';
import { fileNameOf } from '#functions/store/file-name.ts';

/** How long a deletion that was cut short is known as one, and can be repeated. */
const repeatableMs = 600_000;

/**
 * Deletes a version of a file of the principal's organisation. May be repeated after a crash anywhere in
 * it: the audit trail has the deletion of each version once.
 */
export async function deleteOwnFile(
  principal: MemberPrincipal,
  key: string,
  { eTag, modifiedAt }: { eTag: string; modifiedAt: Date },
  now: Date,
) {
  const object = { id: key, name: fileNameOf(key) };
  const entry = auditEntry(principal, { action: 'dataset.deleted', object }, now);
  // A list that is made at this moment may record the file again; a later one looks after it.
  const until = new Date(now.getTime() + repeatableMs);
  const version = `${modifiedAt.toISOString()} ${eTag}`;
  await expectDeletion(principal.orgId, key, { version, now, until }, entry);
  await deleteFile(key);
  await forgetFile(principal.orgId, key);
}
