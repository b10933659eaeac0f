import { randomUUID } from 'node:crypto';
import { listingItem } from '#functions/indexes/index-listing.ts';
import type { Index } from '#shared/contract/indexes.ts';

export interface IndexOptions {
  author?: string;
  updatedAt?: Date;
  status?: Index['status'];
}

/** The items of table `Indexes` that an index of this name leaves after its build. */
export function indexItems(
  orgId: string,
  name: string,
  createdAt: Date,
  { author = 'Ada Byron', updatedAt = createdAt, status = 'Active' }: IndexOptions = {},
) {
  const item_id = `idx_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  const created_at = createdAt.toISOString();
  const record = {
    item_id,
    org_id: orgId,
    name,
    author,
    created_at,
    modified_at: updatedAt.toISOString(),
    dataset_key: `org/${orgId}/${name}.csv`,
    dataset_size: 1e3,
    columns_role: {
      id: 'metadata',
      text: 'index',
    },
    columns_data: '[]',
    build_id: 'bld_none',
    build: {
      stage: 'done',
      rows_total: 10,
      rows_trained: 10,
      pieces: {},
    },
    ...(status === 'Active' ? { manifest_key: `${item_id}/bld_none/manifest.json` } : {}),
    ...(status === 'Failed' ? { failure: 'The file is gone.' } : {}),
    rows: 10,
    rejects: 0,
  };
  return [
    {
      pk: `INDEX#${item_id}`,
      sk: 'INDEX',
      gsi1pk: `ORG#${orgId}`,
      gsi1sk: `${created_at}#${item_id}`,
      ...record,
    },
    listingItem({ ...record, status }),
  ];
}
