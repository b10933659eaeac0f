/**
 * Table `Datasets`: the files of organisations, as lists show them. The bucket is the truth: it takes
 * uploads from browsers without us, so each change that is allowed is expected first (`PENDING#`), and
 * lists look after what they expect (`functions/datasets/settle-files.ts`).
 *
 * | access pattern                 | pk           | sk                        | index                   |
 * |--------------------------------|--------------|---------------------------|-------------------------|
 * | files by name                  | ORG#{org_id} | FILE#{key}                |                         |
 * | files by date                  |              |                           | GSI1 FILES#{org_id} / {modified_at}#{key, hashed} |
 * | changes that may have happened | ORG#{org_id} | PENDING#{UPLOAD or DELETE}#{key} |                  |
 * | whether all files are recorded | ORG#{org_id} | PENDING#ALL               |                         |
 */
import { createHash } from 'node:crypto';
import { DeleteCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import { ProductError } from '#shared/errors.ts';
import type { UserRecord } from './accounts.ts';
import {
  deleteItems,
  dynamodb,
  isConditionFailure,
  queryAll,
  type TransactItems,
  transact,
} from './dynamodb.ts';

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

const partition = (orgId: string) => `ORG#${orgId}`;
const fileKeyOf = (orgId: string, key: string) => ({ pk: partition(orgId), sk: `FILE#${key}` });
const pendingKeyOf = (
  orgId: string,
  { kind, file_key }: Pick<PendingChange, 'kind' | 'file_key'>,
) => ({
  pk: partition(orgId),
  sk: `PENDING#${kind}#${file_key}`,
});
const allKeyOf = (orgId: string) => ({ pk: partition(orgId), sk: 'PENDING#ALL' });

/** Keys of files can be as long as a sort key may be, so their hash stands in for them. */
const dateKey = (modifiedAt: string, key: string) =>
  `${modifiedAt}#${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;

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
        ExpressionAttributeValues: { ':pk': partition(orgId), ':pending': 'PENDING#' },
        ConsistentRead: true,
        ExclusiveStartKey,
      }),
    );
    for (const { pk, sk, ...item } of page.Items ?? []) {
      if (sk === allKeyOf(orgId).sk) complete = true;
      else changes.push(item as PendingChange);
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return { changes, complete };
}

/** Remembers that every file of the organisation is recorded or expected. */
export async function setAllRecorded(orgId: string): Promise<void> {
  await transact([{ Put: { TableName: tableName('Datasets'), Item: allKeyOf(orgId) } }]);
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
    gsi1pk: `FILES#${orgId}`,
    gsi1sk: dateKey(modified_at, key),
    ...author,
  };
  const names = Object.keys(values).filter((name) => values[name] !== undefined);
  // Of an author whose account was erased the id is not known any more; another's must not stay.
  const remove = author && author.author_id === undefined ? ' REMOVE author_id' : '';
  await dynamodb.send(
    new UpdateCommand({
      TableName: tableName('Datasets'),
      Key: fileKeyOf(orgId, key),
      UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')}${remove}`,
      ExpressionAttributeValues: Object.fromEntries(
        names.map((name) => [`:${name}`, values[name]]),
      ),
    }),
  );
}

/** Removes a file from the lists. */
export async function forgetFile(orgId: string, key: string): Promise<void> {
  await dynamodb.send(
    new DeleteCommand({ TableName: tableName('Datasets'), Key: fileKeyOf(orgId, key) }),
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

export interface FileOrder {
  sort: 'name' | 'date';
  order: 'ascending' | 'descending';
}

/**
 * One page of an organisation's files.
 * @param after position after which the page starts: `next` of the page before, in the same order
 */
export async function listFileRecords(
  orgId: string,
  { sort, order }: FileOrder,
  pageSize: number,
  after?: string,
): Promise<{ records: FileRecord[]; next: string | undefined }> {
  const byName = sort === 'name';
  const ascending = order === 'ascending';
  const [first, last] = byName ? ['FILE#', 'FILE#\u{10ffff}'] : [' ', '~'];
  const names = byName ? { '#pk': 'pk', '#sk': 'sk' } : { '#pk': 'gsi1pk', '#sk': 'gsi1sk' };
  const position = after ?? (ascending ? first : last);
  // A position of another order; the store would refuse a range that ends before it begins.
  if (byName ? !position.startsWith(first) : position < first || position > last) {
    throw new ProductError('InvalidRequest', 'The cursor is not one of an earlier answer.');
  }
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new QueryCommand({
      TableName: tableName('Datasets'),
      ...(byName ? { ConsistentRead: true } : { IndexName: 'GSI1' }),
      // One condition for a sort key is all there is: the other bound is the position.
      KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: {
        ':pk': byName ? partition(orgId) : `FILES#${orgId}`,
        ':from': ascending ? position : first,
        ':to': ascending ? last : position,
      },
      ScanIndexForward: ascending,
      // Bounds are inclusive, so the position itself comes first; one more tells whether there is a next page.
      Limit: pageSize + (after === undefined ? 1 : 2),
    }),
  );
  const key = byName ? 'sk' : 'gsi1sk';
  const items = Items.filter((item) => item[key] !== after);
  const page = items.slice(0, pageSize);
  const more = items.length > page.length || LastEvaluatedKey !== undefined;
  // Records from before files were recorded whole have an author only.
  const records = page.filter((item) => item.modified_at !== undefined) as unknown as FileRecord[];
  return { records, next: more ? (page.at(-1)?.[key] as string | undefined) : undefined };
}

const itemsOf = (orgId: string) =>
  queryAll({
    TableName: tableName('Datasets'),
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': `ORG#${orgId}` },
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
  for (const { pk, sk, author_id } of await itemsOf(orgId)) {
    if (author_id !== userId) continue;
    await dynamodb.send(
      new UpdateCommand({
        TableName: tableName('Datasets'),
        Key: { pk, sk },
        UpdateExpression: 'SET author = :author REMOVE author_id',
        ConditionExpression: 'author_id = :id',
        ExpressionAttributeValues: { ':author': author, ':id': userId },
      }),
    );
  }
}

/** Deletes all items of an organisation. */
export async function deleteAuthorsOf(orgId: string): Promise<void> {
  await deleteItems(tableName('Datasets'), await itemsOf(orgId));
}
