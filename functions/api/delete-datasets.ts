import { deleteOwnFile } from '#functions/domain/delete-own-file.ts';
import { findOwnFile } from '#functions/domain/own-files.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { isBeingDeleted } from '#functions/store/datasets.ts';
import { isOwnFile } from '#functions/store/datasets-bucket.ts';
import { datasets } from '#shared/contract/datasets.ts';

export const handler = lambda(
  datasets,
  'delete-datasets',
  member,
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
