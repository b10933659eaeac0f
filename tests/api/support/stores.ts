import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  type _Object,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { dateKeys, fileRecordKey } from '#functions/datasets/file-keys.ts';
import type { Report, ReportKind } from '#shared/report/report.ts';
import { reports } from '#tables/reports.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { fileItem } from './file-item.ts';
import { type IndexOptions, indexItems } from './index-items.ts';

const installation = inject('installation');
const { endpoint, credentials, region } = installation;
export const dynamodb = DynamoDBDocumentClient.from(
  new DynamoDBClient({ endpoint, credentials, region }),
);
const s3 = new S3Client({ endpoint, credentials, region, forcePathStyle: true });

/** Physical name of a table. */
export const tableNamed = (name: string) =>
  installation.tables.find((table) => table.includes(name))!;

const bucketNamed = (name: string) => installation.buckets.find((bucket) => bucket.includes(name))!;
const Bucket = bucketNamed('dataset');

/** Puts a file directly into the bucket. */
export const putFile = (Key: string, Body: string) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body }));

export const removeFile = (Key: string) => s3.send(new DeleteObjectCommand({ Bucket, Key }));

/** Changes the date of a recorded file. */
export const setDate = (orgId: string, key: string, modifiedAt: Date) =>
  dynamodb.send(
    new UpdateCommand({
      TableName: tableNamed('Datasets'),
      Key: fileRecordKey(orgId, key),
      UpdateExpression: 'SET modified_at = :at, gsi1sk = :sk',
      ExpressionAttributeValues: {
        ':at': modifiedAt.toISOString(),
        ':sk': dateKeys(orgId, key, modifiedAt.toISOString()).gsi1sk,
      },
    }),
  );

/** Lets a shared link end a moment ago. */
export const endShare = (share_hash: string) =>
  dynamodb.send(
    new UpdateCommand({
      TableName: tableNamed('Reports'),
      Key: reports.share.key({ share_hash }),
      UpdateExpression: 'SET ends_at = :at',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': new Date(Date.now() - 1000).toISOString() },
    }),
  );

/** Lets a shared link have been made when the report was another one. */
export async function shareOlder(share_hash: string, report: Report): Promise<void> {
  const json = JSON.stringify(report);
  const content_hash = createHash('sha256').update(json).digest('hex');
  const { kind, subject, record } = report;
  await s3.send(
    new PutObjectCommand({
      Bucket: bucketNamed('reports'),
      Key: `made/${kind}/${subject.ucid}/older/${content_hash}.json.gz`,
      Body: gzipSync(json),
    }),
  );
  await dynamodb.send(
    new UpdateCommand({
      TableName: tableNamed('Reports'),
      Key: reports.share.key({ share_hash }),
      UpdateExpression: 'SET version = :version, content_hash = :hash, made_at = :at',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: {
        ':version': 'older',
        ':hash': content_hash,
        ':at': record.made_at,
      },
    }),
  );
}

/** Puts the record of a file directly into the table, without a file. */
export const putFileRecord = (
  orgId: string,
  name: string,
  { modifiedAt, author }: { modifiedAt: Date; author?: string },
) =>
  dynamodb.send(
    new PutCommand({
      TableName: tableNamed('Datasets'),
      Item: fileItem(orgId, name, { modifiedAt, author }),
    }),
  );

/** Puts the record of an index directly into the table, without a build. */
export async function putIndex(
  orgId: string,
  name: string,
  options: IndexOptions = {},
): Promise<void> {
  await dynamodb.send(
    new BatchWriteCommand({
      RequestItems: {
        [tableNamed('Indexes')]: indexItems(orgId, name, new Date(), options).map((Item) => ({
          PutRequest: { Item },
        })),
      },
    }),
  );
}

/** Adds a report request directly to the table. No report is made, so the request stays. */
export async function putReportRequest(
  subject: { kind: ReportKind; ucid: string },
  email: string,
): Promise<void> {
  const person_hash = createHash('sha256').update(email).digest('hex');
  const values = { ...subject, person_hash };
  await dynamodb.send(
    new PutCommand({
      TableName: tableNamed('Reports'),
      Item: {
        ...reports.request.key(values),
        ...reports.requestsOf.keys(values),
        ...subject,
        request_id: `req_${person_hash}`,
        email,
        requested_at: new Date().toISOString(),
        expires_at: 4_000_000_000,
      },
    }),
  );
}

/** Waits until a build has written a file with this prefix and ending. */
export const waitForFile = (Prefix: string, name: RegExp): Promise<boolean> =>
  waitFor(`a file ${Prefix}${name}`, async () => {
    const { Contents = [] } = await s3.send(
      new ListObjectsV2Command({ Bucket: bucketNamed('indexes'), Prefix }),
    );
    return Contents.some(({ Key }) => name.test(Key!.slice(Prefix.length)));
  });

/** Bytes of an uploaded file. */
export async function readFile(Key: string): Promise<Uint8Array> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  return Body!.transformToByteArray();
}

/**
 * Everything in the tables and buckets that mentions one of these ids, as lines of text in order.
 * Other tests write at the same time, so the whole content cannot be compared.
 */
export async function snapshotOf(ids: readonly string[]): Promise<string[]> {
  const items = await Promise.all(installation.tables.map(linesOf));
  const objects = await Promise.all(installation.buckets.map(linesOfBucket));
  return [...items.flat(), ...objects.flat()]
    .filter((line) => ids.some((id) => line.includes(id)))
    .toSorted();
}

/** Saves the items of the tables that mention one of these ids. Gives the function that puts them back. */
export async function saveItems(ids: readonly string[]): Promise<() => Promise<void>> {
  const puts: { TableName: string; Item: Record<string, unknown> }[] = [];
  for (const TableName of installation.tables) {
    for (const Item of await itemsOf(TableName)) {
      const text = JSON.stringify(Item);
      if (ids.some((id) => text.includes(id))) puts.push({ TableName, Item });
    }
  }
  return async () => {
    for (const put of puts) await dynamodb.send(new PutCommand(put));
  };
}

/** Sets attributes of an existing item. */
export async function setAttributes(
  table: 'Accounts' | 'Indexes' | 'Lists' | 'Projects' | 'Activity' | 'Reports',
  [pk, sk]: readonly [string, string],
  values: Record<string, unknown>,
): Promise<void> {
  const entries = Object.entries(values);
  await dynamodb.send(
    new UpdateCommand({
      TableName: installation.tables.find((name) => name.includes(table))!,
      Key: { pk, sk },
      UpdateExpression: `SET ${entries.map((_, at) => `#${at} = :${at}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name], at) => [`#${at}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        entries.map(([, value], at) => [`:${at}`, value]),
      ),
    }),
  );
}

const linesOf = async (table: string): Promise<string[]> =>
  (await itemsOf(table)).map((item) => `${table} ${JSON.stringify(item)}`);

/** All items of a table. */
export async function itemsOf(TableName: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

const linesOfBucket = async (bucket: string): Promise<string[]> =>
  (await objectsOf(bucket)).map(({ Key, ETag }) => `${bucket} ${Key} ${ETag}`);

/** All objects of a bucket. */
export async function objectsOf(Bucket: string): Promise<_Object[]> {
  const objects: _Object[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
    objects.push(...(page.Contents ?? []));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return objects;
}
