import { deleteOwnFile } from '#functions/domain/delete-own-file.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
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
