import { toDataExport } from '#functions/personal-data/to-data-export.ts';
import { user } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { getDataExport } from '#functions/store/data-exports.ts';

export const handler = lambda('get-data-export', user, async ({ principal, now }) => {
  const { item_id } = principal.user;
  return toDataExport(item_id, await getDataExport(item_id), now);
});
