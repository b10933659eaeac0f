import { lambda } from '#core/request/lambda.ts';
import { managingMember } from '#functions/people/index.ts';
import { datasets } from '#shared/contract/datasets.ts';
import { isBeingDeleted } from '../datasets.ts';
import { isOwnFile } from '../datasets-bucket.ts';
import { deleteOwnFile } from '../delete-own-file.ts';
import { findOwnFile } from '../find-file.ts';

export const handler = lambda(
  datasets,
  'delete-datasets',
  managingMember,
  async ({ body, principal, now, fail }) => {
    const { orgId } = principal;
    const ids = [...new Set(body.ids)];
    const files = await Promise.all(
      ids.map(async (id) => {
        if (!isOwnFile(orgId, id)) throw fail('DatasetNotFound');
        const file = await findOwnFile(orgId, id);
        // The file is gone: this request repeats an interrupted one.
        if (!file && !(await isBeingDeleted(orgId, id))) throw fail('DatasetNotFound');
        return { id, file };
      }),
    );
    for (const { id, file } of files) if (file) await deleteOwnFile(principal, id, file, now);
    return { ids };
  },
);
