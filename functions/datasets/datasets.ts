/**
 * The files of organizations for lists. The bucket is the source of truth. Browsers upload to it directly,
 * so each allowed change is recorded first, and lists check the recorded changes
 * (`functions/datasets/record-uploads.ts`).
 */

import { listPage, type PageOf } from '#core/storage/list-page.ts';
import { queryAll, queryKeys } from '#core/storage/queries.ts';
import { deleteItems, getRecord } from '#core/storage/records.ts';
import {
  put,
  remove,
  type TransactItems,
  transact,
  tryWrite,
  update,
  write,
} from '#core/storage/writes.ts';
import type { UserRecord } from '#functions/people/index.ts';
import { datasets } from '#tables/datasets.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { authorKeys, dateKeys, fileValues, namesPrefix } from './file-keys.ts';

/** A file as the bucket has it. */
export interface StoredFile {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

export type FileRecord = RecordOf<typeof datasets.file>;
export type PendingChange = RecordOf<typeof datasets.pendingChange>;

type Author = Pick<UserRecord, 'item_id' | 'full_name'>;

const pendingValues = (
  orgId: string,
  { kind, file_key }: Pick<PendingChange, 'kind' | 'file_key'>,
) => ({
  org_id: orgId,
  kind,
  file_key,
});

/** Version of the keys. Files that were recorded with another version are recorded again. */
const recordLayout = 2;
/** The item that marks that every file of the organization is recorded with the current keys. */
export const allRecorded = (orgId: string) => ({
  ...datasets.allRecorded.key({ org_id: orgId }),
  layout: recordLayout,
});

/** The write that notes that somebody may upload a file until a given time. */
export const expectedUpload = (
  orgId: string,
  key: string,
  author: Author,
  { now, until }: { now: Date; until: Date },
) =>
  putPending(orgId, {
    kind: 'UPLOAD',
    file_key: key,
    author: author.full_name,
    author_id: author.item_id,
    since: now.toISOString(),
    until: until.toISOString(),
  });

/**
 * Records, together with `also`, that a version of a file is being deleted. Does nothing if that is already
 * recorded.
 */
export async function expectDeletion(
  orgId: string,
  key: string,
  { version, now, until }: { version: string; now: Date; until: Date },
  ...also: TransactItems
): Promise<void> {
  const change: PendingChange = {
    kind: 'DELETE',
    file_key: key,
    since: now.toISOString(),
    until: until.toISOString(),
    seen: version,
  };
  const deletion = putPending(orgId, change, {
    ConditionExpression: 'attribute_not_exists(pk) OR seen <> :version',
    ExpressionAttributeValues: { ':version': version },
  });
  await tryWrite([deletion, ...also]);
}

/** Whether a file was deleted lately. */
export const isBeingDeleted = async (orgId: string, key: string): Promise<boolean> =>
  (await getRecord(
    'dynamodb:GetItem Datasets',
    datasets.pendingChange,
    pendingValues(orgId, { kind: 'DELETE', file_key: key }),
  )) !== undefined;

const putPending = (
  orgId: string,
  change: PendingChange,
  condition: Parameters<typeof put>[4] = {},
) =>
  put(
    'dynamodb:PutItem Datasets',
    datasets.pendingChange,
    datasets.pendingChange.key(pendingValues(orgId, change)),
    change,
    condition,
  );

/** All changes that may have happened, and whether the files from before are recorded. */
export async function listPending(orgId: string) {
  const changes: PendingChange[] = [];
  let complete = false;
  const found = await queryAll(
    'dynamodb:Query Datasets',
    datasets.pending,
    { org_id: orgId },
    { range: { beginsWith: 'PENDING#' }, consistent: true },
  );
  for (const { entity, record } of found) {
    if (entity === 'allRecorded') complete = record.layout === recordLayout;
    else changes.push(record);
  }
  return { changes, complete };
}

/** Marks that every file of the organization is recorded or pending. */
export const setAllRecorded = (orgId: string): Promise<void> =>
  transact([
    put(
      'dynamodb:PutItem Datasets',
      datasets.allRecorded,
      datasets.allRecorded.key({ org_id: orgId }),
      { layout: recordLayout },
    ),
  ]);

/** Records a version of a file, with its author if known. */
export async function recordFile(
  orgId: string,
  { key, sizeBytes, modifiedAt }: StoredFile,
  author?: Pick<PendingChange, 'author' | 'author_id'>,
): Promise<void> {
  const modified_at = modifiedAt.toISOString();
  const values: Record<string, unknown> = {
    file_key: key,
    size_bytes: sizeBytes,
    modified_at,
    ...dateKeys(orgId, key, modified_at),
    ...authorKeys(orgId, key, author?.author),
    ...author,
  };
  const names = Object.keys(values).filter((name) => values[name] !== undefined);
  // An author who is unknown now may be in the earlier record.
  const assigned = (name: string) =>
    name === 'gsi2sk' && author?.author === undefined
      ? `if_not_exists(gsi2sk, :gsi2sk)`
      : `:${name}`;
  // The id of an erased author is no longer known, and the id of another author must not stay.
  const removal = author && author.author_id === undefined ? ' REMOVE author_id' : '';
  await write(
    update('dynamodb:UpdateItem Datasets', datasets.file, fileValues(orgId, key), {
      UpdateExpression: `SET ${names.map((name) => `${name} = ${assigned(name)}`).join(', ')}${removal}`,
      ExpressionAttributeValues: Object.fromEntries(
        names.map((name) => [`:${name}`, values[name]]),
      ),
    }),
  );
}

/** The record of a file. */
export const getFileRecord = (orgId: string, key: string): Promise<FileRecord | undefined> =>
  getRecord('dynamodb:GetItem Datasets', datasets.file, fileValues(orgId, key));

/** Removes a file from the lists. */
export const forgetFile = (orgId: string, key: string): Promise<void> =>
  write(remove('dynamodb:DeleteItem Datasets', datasets.file, fileValues(orgId, key)));

/** Stores the recorded version of a pending change. The change may happen again until it ends. */
export const setSeen = (orgId: string, change: PendingChange, seen: string) =>
  tryWrite(
    update('dynamodb:UpdateItem Datasets', datasets.pendingChange, pendingValues(orgId, change), {
      UpdateExpression: 'SET seen = :seen',
      ConditionExpression: 'since = :since',
      ExpressionAttributeValues: { ':seen': seen, ':since': change.since },
    }),
  );

/** Deletes a pending change, unless it has been allowed again meanwhile. */
export const forgetPending = (orgId: string, change: PendingChange) =>
  tryWrite(
    remove('dynamodb:DeleteItem Datasets', datasets.pendingChange, pendingValues(orgId, change), {
      ConditionExpression: 'since = :since',
      ExpressionAttributeValues: { ':since': change.since },
    }),
  );

export type FileSort = 'name' | 'date' | 'author';

/** Bytes of all files of an organization, as recorded. */
export async function storedBytesOf(orgId: string): Promise<number> {
  const files = await queryAll(
    'dynamodb:Query Datasets',
    datasets.byName,
    { org_id: orgId },
    { range: { beginsWith: namesPrefix('') } },
  );
  return files.reduce((sum, { record }) => sum + record.size_bytes, 0);
}

/**
 * One page of an organization's files.
 * @param list its sort order; a list by name may be restricted to a prefix
 */
export async function listFileRecords(
  orgId: string,
  { sort, prefix }: { sort: FileSort; prefix?: string | undefined },
  page: PageOf,
): Promise<{ items: FileRecord[]; next: string | undefined }> {
  const query = { name: datasets.byName, date: datasets.byDate, author: datasets.byAuthor }[sort];
  const sortPrefix = sort === 'name' ? namesPrefix(prefix) : '';
  const { items, next } = await listPage(
    'dynamodb:Query Datasets',
    query,
    { org_id: orgId },
    sortPrefix,
    page,
  );
  return { items: items.map(({ record }) => record), next };
}

const everythingOf = (orgId: string) =>
  queryAll('dynamodb:Query Datasets', datasets.ofOrganization, { org_id: orgId });

/** Keys of the files that somebody uploaded. */
export async function listFilesBy(orgId: string, userId: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const { record } of await everythingOf(orgId)) {
    if ('author_id' in record && record.author_id === userId) keys.add(record.file_key);
  }
  return keys;
}

/** Replaces the name of an author who is gone. */
export async function renameAuthor(orgId: string, userId: string, author: string): Promise<void> {
  for (const { entity, record } of await everythingOf(orgId)) {
    if (entity === 'allRecorded' || entity === 'departure') continue;
    if (record.author_id !== userId) continue;
    const values = { kind: 'UPLOAD', ...record, ...fileValues(orgId, record.file_key) };
    const place = entity === 'file' && authorKeys(orgId, record.file_key, author);
    const named = {
      UpdateExpression: `SET author = :author${place ? ', gsi2sk = :sk' : ''} REMOVE author_id${entity === 'source' ? ', auth_user_id' : ''}`,
      ConditionExpression: 'author_id = :id',
      ExpressionAttributeValues: {
        ':author': author,
        ':id': userId,
        ':sk': place ? place.gsi2sk : undefined,
      },
    };
    await write(update('dynamodb:UpdateItem Datasets', datasets[entity], values, named));
  }
}

/** Deletes all items of an organization. */
export async function deleteAuthorsOf(orgId: string): Promise<void> {
  const keys = await queryKeys('dynamodb:Query Datasets', datasets.ofOrganization, {
    org_id: orgId,
  });
  await deleteItems('dynamodb:BatchWriteItem Datasets', keys);
}
