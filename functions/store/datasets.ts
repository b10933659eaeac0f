/**
 * Table `Datasets`: the files of organisations, as lists show them. The bucket is the truth: it takes
 * uploads from browsers without us, so each change that is allowed is expected first (`PENDING#`), and
 * lists look after what they expect (`functions/datasets/settle-files.ts`).
 *
 * | access pattern                 | pk           | sk                        | index                   |
 * |--------------------------------|--------------|---------------------------|-------------------------|
 * | files by name                  | ORG#{org_id} | NAME#{name, lower} {key, hashed} |                  |
 * | files by date                  |              |                           | GSI1 FILES#{org_id} / {modified_at}#{key, hashed} |
 * | files by author                |              |                           | GSI2 AUTHORS#{org_id} / {author, lower} {name, lower} {key, hashed} |
 * | changes that may have happened | ORG#{org_id} | PENDING#{UPLOAD or DELETE}#{key} |                  |
 * | whether all files are recorded | ORG#{org_id} | PENDING#ALL               |                         |
 */
import { DeleteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import type { UserRecord } from './accounts.ts';
import {
  deleteItems,
  dynamodb,
  isConditionFailure,
  queryAll,
  type TransactItems,
  transact,
} from './dynamodb.ts';
import {
  authorKeys,
  dateKeys,
  fileRecordKey,
  filesByAuthor,
  filesByDate,
  filesOf,
  namesPrefix,
} from './file-keys.ts';
import { listPage, type Ordered, type PageOf } from './list-page.ts';

/** A file as the bucket has it. */
export interface StoredFile {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

export interface FileRecord {
  file_key: string;
  size_bytes: number;
  modified_at: string;
  author?: string;
}

/** A change of the bucket that we have allowed, and may not know the outcome of. */
export interface PendingChange {
  kind: 'UPLOAD' | 'DELETE';
  file_key: string;
  /** Of an upload. */
  author?: string;
  author_id?: string;
  since: string;
  /** When it cannot happen any more. */
  until: string;
  /** Date of the version that was recorded last. */
  seen?: string;
}

type Author = Pick<UserRecord, 'item_id' | 'full_name'>;

const pendingKeyOf = (
  orgId: string,
  { kind, file_key }: Pick<PendingChange, 'kind' | 'file_key'>,
) => ({
  pk: filesOf(orgId),
  sk: `PENDING#${kind}#${file_key}`,
});

/** Files that were recorded by other keys than these are recorded anew. */
const recordLayout = 2;
/** Says that every file of the organisation is recorded, by the keys of today. */
export const allRecorded = (orgId: string) => ({
  ...{ pk: filesOf(orgId), sk: 'PENDING#ALL' },
  layout: recordLayout,
});

/** Says, together with `also`, that somebody may upload a file until a moment. */
export async function expectUpload(
  orgId: string,
  key: string,
  author: Author,
  { now, until }: { now: Date; until: Date },
  ...also: TransactItems
): Promise<void> {
  const change: PendingChange = {
    kind: 'UPLOAD',
    file_key: key,
    author: author.full_name,
    author_id: author.item_id,
    since: now.toISOString(),
    until: until.toISOString(),
  };
  await transact([putPending(orgId, change), ...also]);
}

/** Says, together with `also`, that a file is being deleted. */
export async function expectDeletion(
  orgId: string,
  key: string,
  { now, until }: { now: Date; until: Date },
  ...also: TransactItems
): Promise<void> {
  const times = { since: now.toISOString(), until: until.toISOString() };
  await transact([putPending(orgId, { kind: 'DELETE', file_key: key, ...times }), ...also]);
}

const putPending = (orgId: string, change: PendingChange): TransactItems[number] => ({
  Put: {
    TableName: tableName('Datasets'),
    Item: { ...pendingKeyOf(orgId, change), ...change },
  },
});

/** All changes that may have happened, and whether the files from before are recorded. */
export async function listPending(orgId: string) {
  const changes: PendingChange[] = [];
  let complete = false;
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb.send(
      new QueryCommand({
        TableName: tableName('Datasets'),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :pending)',
        ExpressionAttributeValues: { ':pk': filesOf(orgId), ':pending': 'PENDING#' },
        ConsistentRead: true,
        ExclusiveStartKey,
      }),
    );
    for (const { pk, sk, ...item } of page.Items ?? []) {
      if (sk === 'PENDING#ALL') complete = item.layout === recordLayout;
      else changes.push(item as PendingChange);
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return { changes, complete };
}

/** Remembers that every file of the organisation is recorded or expected. */
export async function setAllRecorded(orgId: string): Promise<void> {
  await transact([{ Put: { TableName: tableName('Datasets'), Item: allRecorded(orgId) } }]);
}

/** Records a version of a file; its author too, if it is known who uploaded this version. */
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
  // Who is not known now may have been known before.
  const assigned = (name: string) =>
    name === 'gsi2sk' && author?.author === undefined
      ? `if_not_exists(gsi2sk, :gsi2sk)`
      : `:${name}`;
  // Of an author whose account was erased the id is not known any more; another's must not stay.
  const remove = author && author.author_id === undefined ? ' REMOVE author_id' : '';
  await dynamodb.send(
    new UpdateCommand({
      TableName: tableName('Datasets'),
      Key: fileRecordKey(orgId, key),
      UpdateExpression: `SET ${names.map((name) => `${name} = ${assigned(name)}`).join(', ')}${remove}`,
      ExpressionAttributeValues: Object.fromEntries(
        names.map((name) => [`:${name}`, values[name]]),
      ),
    }),
  );
}

/** The record of a file. */
export async function getFileRecord(orgId: string, key: string): Promise<FileRecord | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: tableName('Datasets'),
      Key: fileRecordKey(orgId, key),
      ConsistentRead: true,
    }),
  );
  return Item as FileRecord | undefined;
}

/** Removes a file from the lists. */
export async function forgetFile(orgId: string, key: string): Promise<void> {
  await dynamodb.send(
    new DeleteCommand({ TableName: tableName('Datasets'), Key: fileRecordKey(orgId, key) }),
  );
}

/** Notes the version that was recorded for a change, which may happen again until it ends. */
export async function setSeen(orgId: string, change: PendingChange, seen: string): Promise<void> {
  await ifUnchanged(() =>
    dynamodb.send(
      new UpdateCommand({
        TableName: tableName('Datasets'),
        Key: pendingKeyOf(orgId, change),
        UpdateExpression: 'SET seen = :seen',
        ConditionExpression: 'since = :since',
        ExpressionAttributeValues: { ':seen': seen, ':since': change.since },
      }),
    ),
  );
}

/** Expects a change no longer, unless it was allowed again meanwhile. */
export async function forgetPending(orgId: string, change: PendingChange): Promise<void> {
  await ifUnchanged(() =>
    dynamodb.send(
      new DeleteCommand({
        TableName: tableName('Datasets'),
        Key: pendingKeyOf(orgId, change),
        ConditionExpression: 'since = :since',
        ExpressionAttributeValues: { ':since': change.since },
      }),
    ),
  );
}

async function ifUnchanged(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

export type FileSort = 'name' | 'date' | 'author';

const listOf = (orgId: string, sort: FileSort, prefix?: string): Ordered => {
  const TableName = tableName('Datasets');
  if (sort === 'date') {
    return { TableName, IndexName: 'GSI1', partition: filesByDate(orgId), prefix: '' };
  }
  if (sort === 'author') {
    return { TableName, IndexName: 'GSI2', partition: filesByAuthor(orgId), prefix: '' };
  }
  return { TableName, partition: filesOf(orgId), prefix: namesPrefix(prefix) };
};

/**
 * One page of an organisation's files.
 * @param list what it is sorted by; sorted by name it can be of names that begin alike
 */
export async function listFileRecords(
  orgId: string,
  { sort, prefix }: { sort: FileSort; prefix?: string | undefined },
  page: PageOf,
): Promise<{ items: FileRecord[]; next: string | undefined }> {
  const { items, next } = await listPage(listOf(orgId, sort, prefix), page);
  return { items: items as unknown as FileRecord[], next };
}

const itemsOf = (orgId: string) =>
  queryAll({
    TableName: tableName('Datasets'),
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': filesOf(orgId) },
  });

/** Keys of the files that somebody uploaded. */
export async function listFilesBy(orgId: string, userId: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const item of await itemsOf(orgId)) {
    if (item.author_id === userId) keys.add(String(item.file_key));
  }
  return keys;
}

/** Puts another name in the place of an author who is gone. */
export async function renameAuthor(orgId: string, userId: string, author: string): Promise<void> {
  for (const { pk, sk, author_id, file_key, gsi2sk } of await itemsOf(orgId)) {
    if (author_id !== userId) continue;
    const sortKey = gsi2sk && authorKeys(orgId, String(file_key), author).gsi2sk;
    await dynamodb.send(
      new UpdateCommand({
        TableName: tableName('Datasets'),
        Key: { pk, sk },
        UpdateExpression: `SET author = :author${sortKey ? ', gsi2sk = :sk' : ''} REMOVE author_id`,
        ConditionExpression: 'author_id = :id',
        ExpressionAttributeValues: { ':author': author, ':id': userId, ':sk': sortKey },
      }),
    );
  }
}

/** Deletes all items of an organisation. */
export async function deleteAuthorsOf(orgId: string): Promise<void> {
  await deleteItems(tableName('Datasets'), await itemsOf(orgId));
}
