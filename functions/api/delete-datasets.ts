import { deleteOwnFile } from '#functions/domain/delete-own-file.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { headFile, isOwnFile } from '#functions/store/datasets-bucket.ts';

export const handler = lambda('delete-datasets', member, async ({ body, principal, now, fail }) => {
  const ids = [...new Set(body.ids)];
  const exists = async (id: string) => isOwnFile(principal.orgId, id) && (await headFile(id));
  const existing = await Promise.all(ids.map(exists));
  if (!existing.every(Boolean)) throw fail('DatasetNotFound');
  for (const id of ids) await deleteOwnFile(principal, id, now);
  return { ids };
});
