/** What holds after any failures, over all tables, buckets, and queues of the stack. */
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { dynamodb } from '#tests/api/support/stores.ts';
import { waitingMessages } from './settle.ts';

type Item = Record<string, unknown>;

async function itemsOf(TableName: string): Promise<Item[]> {
  const items: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await dynamodb.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

async function keysOf(Bucket: string): Promise<string[]> {
  const s3 = new S3Client({ ...inject('installation'), forcePathStyle: true });
  const keys: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
    keys.push(...(page.Contents ?? []).map(({ Key }) => Key!));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return keys;
}

const ended = ['completed', 'failed', 'cancelled', 'expired', 'requires_action'];

/** Everything that does not hold, in words. */
export async function brokenInvariants(): Promise<string[]> {
  const { tables, buckets } = inject('installation');
  const items = (await Promise.all(tables.map(itemsOf))).flat();
  const objects = new Set((await Promise.all(buckets.map(keysOf))).flat());
  const withKey = (start: string) => items.filter(({ pk }) => String(pk).startsWith(start));
  const broken: string[] = [];
  const claim = (holds: boolean, what: string) => {
    if (!holds) broken.push(what);
  };

  const indexes = withKey('INDEX#').filter(({ sk }) => sk === 'INDEX');
  for (const { item_id, build_started_at, manifest_key, failure, rows } of indexes) {
    claim(!build_started_at, `the build of ${item_id} is stuck`);
    claim(Boolean(manifest_key || failure), `${item_id} neither serves nor failed`);
    if (!manifest_key) continue;
    claim(objects.has(String(manifest_key)), `${item_id} serves ${manifest_key}, which is missing`);
    claim(Number(rows) > 0, `${item_id} serves no rows`);
  }
  for (const { pk, sk: indexId, keys_count } of withKey('KEYCOUNT#')) {
    const orgId = String(pk).slice('KEYCOUNT#'.length);
    const ofBoth = (item: Item) => item.index_id === indexId && item.org_id === orgId;
    const keys = withKey('KEYS#').filter(ofBoth).length;
    const hashes = withKey('KEYHASH#').filter(ofBoth).length;
    const told = `${orgId} has ${keys} keys of ${indexId}, ${hashes} that work, and counts ${keys_count}`;
    claim(keys === keys_count && hashes === keys_count, told);
  }
  for (const { run_id, status } of withKey('THREAD#').filter(({ sk }) =>
    String(sk).startsWith('RUN#'),
  )) {
    claim(ended.includes(String(status)), `the run ${run_id} is still ${status}`);
  }
  for (const { pk, sk, status } of withKey('REPORT#').filter((item) => item.worker)) {
    claim(status !== 'making', `the report ${pk} ${sk} is still being made`);
  }
  for (const { pk, email } of withKey('REQUESTS#')) broken.push(`${email} still waits for ${pk}`);
  for (const { queue, body } of waitingMessages()) broken.push(`${queue} still holds ${body}`);
  return broken;
}
