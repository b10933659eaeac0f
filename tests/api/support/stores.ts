import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';

const installation = inject('installation');
const { endpoint, credentials, region } = installation;
const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, credentials, region }));
const s3 = new S3Client({ endpoint, credentials, region, forcePathStyle: true });

/**
 * Everything in the tables and buckets that mentions one of these ids, as lines of text in order.
 * Other tests write at the same time, so the whole content cannot be compared.
 */
export async function snapshotOf(ids: readonly string[]): Promise<string[]> {
  const items = await Promise.all(installation.tables.map(itemsOf));
  const objects = await Promise.all(installation.buckets.map(objectsOf));
  return [...items.flat(), ...objects.flat()]
    .filter((line) => ids.some((id) => line.includes(id)))
    .toSorted();
}

async function itemsOf(TableName: string): Promise<string[]> {
  const lines: string[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    lines.push(...(page.Items ?? []).map((item) => `${TableName} ${JSON.stringify(item)}`));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return lines;
}

async function objectsOf(Bucket: string): Promise<string[]> {
  const lines: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
    lines.push(...(page.Contents ?? []).map(({ Key, ETag }) => `${Bucket} ${Key} ${ETag}`));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return lines;
}
