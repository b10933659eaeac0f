import { createHash } from 'node:crypto';
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
export const namesPrefix = (prefix = '') => `NAME#${sortable(prefix, nameUnits)}`;

export const filesOf = (orgId: string) => `ORG#${orgId}`;

/** Key of the record of a file. */
export const fileRecordKey = (orgId: string, key: string) => ({
  pk: filesOf(orgId),
  sk: `NAME#${nameOrder(key)}`,
});

export const filesByDate = (orgId: string) => `FILES#${orgId}`;

/** Where a file stands in the list by date. */
export const dateKeys = (orgId: string, key: string, modifiedAt: string) => ({
  gsi1pk: filesByDate(orgId),
  gsi1sk: `${modifiedAt}#${pathHash(key)}`,
});

export const filesByAuthor = (orgId: string) => `AUTHORS#${orgId}`;

/** Where a file stands in the list by author: those of nobody known first, those of one by their names. */
export const authorKeys = (orgId: string, key: string, author = '') => ({
  gsi2pk: filesByAuthor(orgId),
  gsi2sk: `${sortable(author, authorUnits)}${partEnd}${nameOrder(key)}`,
});
