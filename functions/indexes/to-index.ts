import { publicOrigin } from '#functions/runtime/config.ts';
import { fileNameOf } from '#functions/store/datasets-bucket.ts';
import type { IndexRecord } from '#functions/store/indexes.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { isCatalog } from './catalogs.ts';

/** Endpoint of an index, to which `/query`, `/vectors` and `/dictionary` are appended. */
export const apiEndpoint = (indexId: string) => `${publicOrigin()}/api/v1/indexes/${indexId}`;

/** An index that was published once stays Active, whatever becomes of a later build. */
function statusOf(record: IndexRecord): Index['status'] {
  if (record.manifest_key) return 'Active';
  return record.failure ? 'Failed' : 'Processing';
}

/** An index record as customers see it. */
export function toIndex(record: IndexRecord): Index {
  return {
    item_id: record.item_id,
    name: record.name,
    created_at: record.created_at,
    modified_at: record.modified_at,
    author: record.author,
    status: statusOf(record),
    builtin: isCatalog(record.item_id),
    version: '1.0',
    api_endpoint: apiEndpoint(record.item_id),
    dataset_name: fileNameOf(record.dataset_key),
    dataset_size: record.dataset_size,
    rows: record.rows,
    columns_role: record.columns_role,
    columns_data: record.columns_data,
    progress: record.progress,
    failure: record.failure,
  };
}
