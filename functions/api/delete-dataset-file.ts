import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { deleteAuthor } from '#functions/store/datasets.ts';
import { deleteFile, headFile, isOwnFile } from '#functions/store/datasets-bucket.ts';
import { ProductError } from '#shared/errors.ts';

export const handler = lambda('delete-dataset-file', member, async ({ query, principal }) => {
  const { key } = query;
  if (!isOwnFile(principal.orgId, key) || !(await headFile(key))) {
    throw new ProductError('DatasetNotFound');
  }
  await deleteFile(key);
  await deleteAuthor(principal.orgId, key);
  return { key };
});
