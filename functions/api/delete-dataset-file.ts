import { deleteOwnFile } from '#functions/datasets/delete-file.ts';
import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { headFile, isOwnFile } from '#functions/store/datasets-bucket.ts';
import { ProductError } from '#shared/errors.ts';

export const handler = lambda('delete-dataset-file', member, async ({ query, principal, now }) => {
  const { key } = query;
  if (!isOwnFile(principal.orgId, key) || !(await headFile(key))) {
    throw new ProductError('DatasetNotFound');
  }
  await deleteOwnFile(principal, key, now);
  return { key };
});
