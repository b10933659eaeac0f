import { createHash } from 'node:crypto';
import { partEnd, sortable } from '#core/storage/list-page.ts';
import { datasets } from '#tables/datasets.ts';
import { fileNameOf } from './file-name.ts';

/** With the rest of the sort key, shorter than its limit of 1,024 bytes. */
const nameUnits = 230;
const authorUnits = 80;

/** Paths of files can be as long as a sort key may be, so their hash stands in for them. */
const pathHash = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 16);

/** Sort key of a file name: regardless of case, and unique for each name. */
const nameOrder = (key: string) =>
  `${sortable(fileNameOf(key), nameUnits)}${partEnd}${pathHash(key)}`;

/** Start of the sort keys of all files whose names have this prefix. */
export const namesPrefix = (prefix = '') =>
  datasets.file.key({ org_id: '', name_order: sortable(prefix, nameUnits) }).sk;

/** Values for the key of a file's record. */
export const fileValues = (orgId: string, key: string) => ({
  org_id: orgId,
  name_order: nameOrder(key),
});

/** Key of the record of a file. */
export const fileRecordKey = (orgId: string, key: string) =>
  datasets.file.key(fileValues(orgId, key));

/** Position of a file in the list by date. */
export const dateKeys = (orgId: string, key: string, modifiedAt: string) =>
  datasets.byDate.keys({ org_id: orgId, modified_at: modifiedAt, path_hash: pathHash(key) });

/** Position of a file in the list by author: files without an author first, files of one author by name. */
export const authorKeys = (orgId: string, key: string, author = '') =>
  datasets.byAuthor.keys({
    org_id: orgId,
    author_order: `${sortable(author, authorUnits)}${partEnd}${nameOrder(key)}`,
  });
