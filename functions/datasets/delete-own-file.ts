import { auditEntry } from '#core/storage/audit.ts';
import { remove } from '#core/storage/writes.ts';
import type { MemberPrincipal } from '#functions/people/index.ts';
import { datasets } from '#tables/datasets.ts';
import { expectDeletion, forgetFile } from './datasets.ts';
import { deleteFile } from './datasets-bucket.ts';
import { fileNameOf } from './file-name.ts';
import { sourceIdOf } from './source-id.ts';

/** Time in which an interrupted deletion can be repeated. */
const repeatableMs = 600_000;

/**
 * Deletes a version of a file of the principal's organization. May be repeated after a crash at any point:
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
  // Otherwise the file would come back.
  const source = remove('dynamodb:DeleteItem Datasets', datasets.source, {
    org_id: principal.orgId,
    source_id: sourceIdOf(key),
  });
  await expectDeletion(principal.orgId, key, { version, now, until }, entry, source);
  await deleteFile(key);
  await forgetFile(principal.orgId, key);
}
