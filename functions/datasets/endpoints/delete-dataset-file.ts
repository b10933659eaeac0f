import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { datasets } from '#shared/contract/datasets.ts';
import { deleteOwnFile } from '../delete-own-file.ts';
import { findOwnFile } from '../find-file.ts';

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
