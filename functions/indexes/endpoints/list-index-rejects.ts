import { lambda } from '#core/request/lambda.ts';
import { managingMember } from '#functions/people/index.ts';
import { indexes } from '#shared/contract/indexes.ts';
import { buildFiles, rejectList } from '../build-files.ts';
import { getIndex } from '../indexes.ts';
import { folderOf } from '../indexes-bucket.ts';
import { readJson } from '../open-build.ts';

export const handler = lambda(
  indexes,
  'list-index-rejects',
  managingMember,
  async ({ query, principal, fail }) => {
    const record = await getIndex(query.index_id);
    if (record?.org_id !== principal.orgId) throw fail('IndexNotFound');
    if (!record.manifest_key) return { items: [], total: 0 };
    const folder = folderOf(record.manifest_key);
    const items = (await readJson(folder + buildFiles.rejects, rejectList)) ?? [];
    return { items, total: record.rejects };
  },
);
