import { requireCsvName } from '#functions/datasets/require-csv-name.ts';
import { settleFiles } from '#functions/datasets/settle-files.ts';
import { toDataset } from '#functions/datasets/to-dataset.ts';
import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { getFileRecord } from '#functions/store/datasets.ts';
import { fileKey } from '#functions/store/datasets-bucket.ts';
import { ProductError } from '#shared/errors.ts';

export const handler = lambda('create-dataset', member, async ({ body, principal, now }) => {
  requireCsvName(body.dataset_name);
  await settleFiles(principal.orgId, now);
  const record = await getFileRecord(principal.orgId, fileKey(principal.orgId, body.dataset_name));
  if (!record) throw new ProductError('DatasetNotFound');
  return toDataset(record);
});
