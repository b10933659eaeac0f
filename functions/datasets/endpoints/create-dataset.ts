import { lambda } from '#core/request/lambda.ts';
import { managingMember } from '#functions/people/index.ts';
import { datasets } from '#shared/contract/datasets.ts';
import { getFileRecord } from '../datasets.ts';
import { fileKey } from '../datasets-bucket.ts';
import { recordUploads } from '../record-uploads.ts';
import { requireDatasetName } from '../require-dataset-name.ts';
import { toDataset } from '../to-dataset.ts';

export const handler = lambda(
  datasets,
  'create-dataset',
  managingMember,
  async ({ body, principal, now, fail }) => {
    requireDatasetName(body.dataset_name);
    await recordUploads(principal.orgId, now);
    const record = await getFileRecord(
      principal.orgId,
      fileKey(principal.orgId, body.dataset_name),
    );
    if (!record) throw fail('DatasetNotFound');
    return toDataset(record);
  },
);
