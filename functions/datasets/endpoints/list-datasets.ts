import { lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#core/request/paging.ts';
import { managingMember } from '#functions/people/index.ts';
import { datasets } from '#shared/contract/datasets.ts';
import { listFileRecords } from '../datasets.ts';
import { recordUploads } from '../record-uploads.ts';
import { toDataset } from '../to-dataset.ts';

export const handler = lambda(
  datasets,
  'list-datasets',
  managingMember,
  async ({ query, principal, now }) => {
    const { orgId } = principal;
    const after = decodeCursor(query.cursor);
    if (after === undefined) await recordUploads(orgId, now);
    const page = { order: 'ascending', pageSize: query.limit, after } as const;
    const { items, next } = await listFileRecords(orgId, { sort: 'name' }, page);
    return { items: items.map(toDataset), next: encodeCursor(next) };
  },
);
