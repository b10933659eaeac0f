import { requireCsvName } from '#functions/domain/require-csv-name.ts';
import { settleFiles } from '#functions/domain/settle-files.ts';
import { toDataset } from '#functions/domain/to-dataset.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { getFileRecord } from '#functions/store/datasets.ts';
import { fileKey } from '#functions/store/datasets-bucket.ts';
import { datasets } from '#shared/contract/datasets.ts';

export const handler = lambda(
  datasets,
  'create-dataset',
  member,
  async ({ body, principal, now, fail }) => {
    requireCsvName(body.dataset_name);
    await settleFiles(principal.orgId, now);
    const record = await getFileRecord(
      principal.orgId,
      fileKey(principal.orgId, body.dataset_name),
    );
    if (!record) throw fail('DatasetNotFound');
    return toDataset(record);
  },
);
