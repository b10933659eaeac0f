import { createHash } from 'node:crypto';
import { datasets } from '#tables/datasets.ts';
import { fileNameOf } from './file-name.ts';
import { partEnd, sortable } from './list-page.ts';

/** Together with what stands around them below the 1,024 bytes that a sort key may have. */
const nameUnits = 230;
const authorUnits = 80;

/** Paths of files can be as long as a sort key may be, so their hash stands in for them. */
const pathHash = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 16);

/** What the names of an organisation's files are sorted by: upper and lower case alike, and each one once. */
const nameOrder = (key: string) =>
  `${sortable(fileNameOf(key), nameUnits)}${partEnd}${pathHash(key)}`;

/** What the sort keys of the files begin with whose names begin like this. */
export const namesPrefix = (prefix = '') =>
  datasets.file.key({ org_id: '', name_order: sortable(prefix, nameUnits) }).sk;

/** What the key of a file's record is made of. */
export const fileValues = (orgId: string, key: string) => ({
  org_id: orgId,
  name_order: nameOrder(key),
});

/** Key of the record of a file. */
export const fileRecordKey = (orgId: string, key: string) =>
  datasets.file.key(fileValues(orgId, key));

/** Where a file stands in the list by date. */
export const dateKeys = (orgId: string, key: string, modifiedAt: string) =>
  datasets.byDate.keys({ org_id: orgId, modified_at: modifiedAt, path_hash: pathHash(key) });

/** Where a file stands in the list by author: those of nobody known first, those of one by their names. */
export const authorKeys = (orgId: string, key: string, author = '') =>
  datasets.byAuthor.keys({
    org_id: orgId,
    author_order: `${sortable(author, authorUnits)}${partEnd}${nameOrder(key)}`,
  });
