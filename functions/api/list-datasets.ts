import { settleFiles } from '#functions/domain/settle-files.ts';
import { toDataset } from '#functions/domain/to-dataset.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#functions/request/paging.ts';
import { listFileRecords } from '#functions/store/datasets.ts';
import { datasets } from '#shared/contract/datasets.ts';

export const handler = lambda(
  datasets,
  'list-datasets',
  member,
  async ({ query, principal, now }) => {
    const { orgId } = principal;
    const after = decodeCursor(query.cursor);
    if (after === undefined) await settleFiles(orgId, now);
    const page = { order: 'ascending', pageSize: query.limit, after } as const;
    const { items, next } = await listFileRecords(orgId, { sort: 'name' }, page);
    return { items: items.map(toDataset), next: encodeCursor(next) };
  },
);
