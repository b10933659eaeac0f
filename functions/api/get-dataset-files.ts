import { fileNameOf } from '#functions/datasets/file-name.ts';
import { previewFile } from '#functions/datasets/preview-file.ts';
import { settleFiles } from '#functions/datasets/settle-files.ts';
import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { decodeCursor, encodeCursor, pageWithLast } from '#functions/runtime/paging.ts';
import { type FileRecord, listFileRecords } from '#functions/store/datasets.ts';
import { catalogKey, isCatalogFile, isOwnFile } from '#functions/store/datasets-bucket.ts';
import { catalogFigures } from '#shared/catalog-figures.ts';
import { ProductError } from '#shared/errors.ts';

export const handler = lambda('get-dataset-files', member, async ({ query, principal, now }) => {
  const { orgId } = principal;
  const { key, limit, cursor, prefix = '', order, catalogs } = query;
  if (key !== orgId) {
    if (isOwnFile(orgId, key) || isCatalogFile(key)) return previewFile(key);
    throw new ProductError('DatasetNotFound');
  }
  const sort = prefix === '' ? query.sort : 'name';
  const list = `${sort} ${order} `;
  const after = decodeCursor(cursor, list);
  // Later pages are of the same list: what has changed since shows when it is asked for anew.
  if (after === undefined) await settleFiles(orgId, now);
  const { items, next } = await pageWithLast(
    () => listFileRecords(orgId, { sort, prefix }, { order, pageSize: limit, after }),
    async () => (catalogs === 'last' ? catalogFiles.filter(isNamed(prefix)) : []),
    { limit, after },
  );
  const files = items.map((record) => ({
    Key: record.file_key,
    Size: record.size_bytes,
    LastModified: record.modified_at,
    author: record.author,
  }));
  return { items: files, next: encodeCursor(next, list) };
});

/** The files of the catalogues as the product states them, not as they happen to be here. */
const catalogFiles: FileRecord[] = [...catalogFigures].map(([id, { sizeBytes, day }]) => ({
  file_key: catalogKey(id),
  size_bytes: sizeBytes,
  // At noon, so that it is that day nearly everywhere.
  modified_at: `${day}T12:00:00.000Z`,
  author: 'Admin',
}));

const isNamed =
  (prefix: string) =>
  ({ file_key }: FileRecord) =>
    fileNameOf(file_key).toLowerCase().startsWith(prefix.toLowerCase());
