import { deleteOwnFile } from '#functions/domain/delete-own-file.ts';
import { findOwnFile } from '#functions/domain/own-files.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { datasets } from '#shared/contract/datasets.ts';

export const handler = lambda(
  datasets,
  'delete-dataset-file',
  member,
  async ({ query, principal, now, fail }) => {
    const { key } = query;
    const file = await findOwnFile(principal.orgId, key);
    if (!file) throw fail('DatasetNotFound');
    await deleteOwnFile(principal, key, file, now);
    return { key };
  },
);
