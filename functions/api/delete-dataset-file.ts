import { fileNameOf } from '#functions/datasets/file-name.ts';
import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { expectDeletion, forgetFile } from '#functions/store/datasets.ts';
import { deleteFile, headFile, isOwnFile } from '#functions/store/datasets-bucket.ts';
import { ProductError } from '#shared/errors.ts';

export const handler = lambda('delete-dataset-file', member, async ({ query, principal, now }) => {
  const { key } = query;
  if (!isOwnFile(principal.orgId, key) || !(await headFile(key))) {
    throw new ProductError('DatasetNotFound');
  }
  const object = { id: key, name: fileNameOf(key) };
  const entry = auditEntry(principal, { action: 'dataset.deleted', object }, now);
  // A list that is made at this moment may record the file again; a later one looks after it.
  const until = new Date(now.getTime() + 60_000);
  await expectDeletion(principal.orgId, key, { now, until }, entry);
  await deleteFile(key);
  await forgetFile(principal.orgId, key);
  return { key };
});
