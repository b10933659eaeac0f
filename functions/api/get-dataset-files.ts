import { findDataset } from '#functions/domain/own-files.ts';
import { settleFiles } from '#functions/domain/settle-files.ts';
import { member } from '#functions/request/callers.ts';
import { type Fail, lambda } from '#functions/request/lambda.ts';
import { decodeCursor, encodeCursor, pageWithLast } from '#functions/request/paging.ts';
import { type FileRecord, listFileRecords } from '#functions/store/datasets.ts';
import {
  catalogKey,
  datasetSource,
  isCatalogFile,
  isOwnFile,
} from '#functions/store/datasets-bucket.ts';
import { fileNameOf } from '#functions/store/file-name.ts';
import { catalogIds, catalogs } from '#shared/catalogs.ts';
import { datasets } from '#shared/contract/datasets.ts';
import { limits } from '#shared/limits.ts';

export const handler = lambda(
  datasets,
  'get-dataset-files',
  member,
  async ({ query, principal, now, fail }) => {
    const { orgId } = principal;
    const { key, limit, cursor, prefix = '', order, catalogs: place } = query;
    if (key !== orgId) {
      if (isOwnFile(orgId, key) || isCatalogFile(key)) return previewFile(orgId, key, fail);
      throw fail('DatasetNotFound');
    }
    const sort = prefix === '' ? query.sort : 'name';
    const list = `${sort} ${order} `;
    const after = decodeCursor(cursor, list);
    // Later pages are of the same list: what has changed since shows when it is asked for anew.
    if (after === undefined) await settleFiles(orgId, now);
    const { items, next } = await pageWithLast(
      () => listFileRecords(orgId, { sort, prefix }, { order, pageSize: limit, after }),
      async () => (place === 'last' ? catalogFiles.filter(isNamed(prefix)) : []),
      { limit, after },
    );
    const files = items.map((record) => ({
      Key: record.file_key,
      Size: record.size_bytes,
      LastModified: record.modified_at,
      author: record.author,
    }));
    return { items: files, next: encodeCursor(next, list) };
  },
);

/** The files of the catalogues as the product states them, not as they happen to be here. */
const catalogFiles: FileRecord[] = catalogIds.map((id) => ({
  file_key: catalogKey(id),
  size_bytes: catalogs[id].sizeBytes,
  // At noon, so that it is that day nearly everywhere.
  modified_at: `${catalogs[id].day}T12:00:00.000Z`,
  author: 'Admin',
}));

const isNamed =
  (prefix: string) =>
  ({ file_key }: FileRecord) =>
    fileNameOf(file_key).toLowerCase().startsWith(prefix.toLowerCase());

/** The first part of a file as text: whole rows where rows end within it, never the whole of a big file. */
async function previewFile(orgId: string, key: string, fail: Fail<'get-dataset-files'>) {
  const file = await findDataset(orgId, key);
  if (!file) throw fail('DatasetNotFound');
  const length = Math.min(file.sizeBytes, limits.previewBytes);
  const bytes = await datasetSource(key, file).read(0, length);
  return {
    data: wholeRows(decodeText(bytes, fail), length < file.sizeBytes),
    size: file.sizeBytes,
  };
}

/** UTF-8 and UTF-16 with a byte order mark; a NUL byte elsewhere means that this is not text. */
function decodeText(bytes: Uint8Array, fail: Fail<'get-dataset-files'>): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) {
    throw fail('DatasetUnreadable', 'This file is not a CSV: it has binary content.');
  }
  return new TextDecoder('utf-8').decode(bytes);
}

/** Cuts at the last line break outside quotes. A first row longer than the preview is left as it is. */
function wholeRows(text: string, cut: boolean): string {
  if (!cut) return text;
  let inQuotes = false;
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') inQuotes = !inQuotes;
    else if (character === '\n' && !inQuotes) end = at + 1;
  }
  return end ? text.slice(0, end) : text;
}
