import { previewFile } from '#functions/datasets/preview-file.ts';
import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { decodeCursor, encodeCursor } from '#functions/runtime/paging.ts';
import { listAuthors } from '#functions/store/datasets.ts';
import { isCatalogFile, isOwnFile, listFiles } from '#functions/store/datasets-bucket.ts';
import { ProductError } from '#shared/errors.ts';

export const handler = lambda('get-dataset-files', member, async ({ query, principal }) => {
  const { orgId } = principal;
  const { key, limit, cursor } = query;
  if (key === orgId) return listOwnFiles(orgId, limit, decodeCursor(cursor));
  if (!isOwnFile(orgId, key) && !isCatalogFile(key)) throw new ProductError('DatasetNotFound');
  return previewFile(key);
});

async function listOwnFiles(orgId: string, limit: number, after: string | undefined) {
  const { files, next } = await listFiles(orgId, limit, after);
  const [first, last] = [files[0], files.at(-1)];
  const authors = first && last ? await listAuthors(orgId, first.key, last.key) : new Map();
  const items = files.map((file) => ({
    Key: file.key,
    Size: file.sizeBytes,
    LastModified: file.modifiedAt.toISOString(),
    author: authors.get(file.key),
  }));
  return { items, next: encodeCursor(next) };
}
