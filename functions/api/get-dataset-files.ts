import { previewFile } from '#functions/datasets/preview-file.ts';
import { settleFiles } from '#functions/datasets/settle-files.ts';
import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { decodeCursor, encodeCursor } from '#functions/runtime/paging.ts';
import { listFileRecords } from '#functions/store/datasets.ts';
import { isCatalogFile, isOwnFile } from '#functions/store/datasets-bucket.ts';
import { ProductError } from '#shared/errors.ts';

export const handler = lambda('get-dataset-files', member, async ({ query, principal, now }) => {
  const { orgId } = principal;
  const { key, limit, cursor, prefix = '', order } = query;
  if (key !== orgId) {
    if (isOwnFile(orgId, key) || isCatalogFile(key)) return previewFile(key);
    throw new ProductError('DatasetNotFound');
  }
  const sort = prefix === '' ? query.sort : 'name';
  const list = `${sort} ${order} `;
  const after = decodeCursor(cursor, list);
  // Later pages are of the same list: what has changed since shows when it is asked for anew.
  if (after === undefined) await settleFiles(orgId, now);
  const page = { order, pageSize: limit, after };
  const { records, next } = await listFileRecords(orgId, { sort, prefix }, page);
  const items = records.map((record) => ({
    Key: record.file_key,
    Size: record.size_bytes,
    LastModified: record.modified_at,
    author: record.author,
  }));
  return { items, next: encodeCursor(next, list) };
});
