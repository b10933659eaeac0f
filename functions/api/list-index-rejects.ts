import { buildFiles, rejectList } from '#functions/domain/build-files.ts';
import { readJson } from '#functions/domain/open-build.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { getIndex } from '#functions/store/indexes.ts';
import { folderOf } from '#functions/store/indexes-bucket.ts';
import { indexes } from '#shared/contract/indexes.ts';

export const handler = lambda(
  indexes,
  'list-index-rejects',
  member,
  async ({ query, principal, fail }) => {
    const record = await getIndex(query.index_id);
    if (record?.org_id !== principal.orgId) throw fail('IndexNotFound');
    if (!record.manifest_key) return { items: [], total: 0 };
    const folder = folderOf(record.manifest_key);
    const items = (await readJson(folder + buildFiles.rejects, rejectList)) ?? [];
    return { items, total: record.rejects };
  },
);
