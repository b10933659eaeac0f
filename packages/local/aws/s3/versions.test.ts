import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestS3, type TestS3 } from './test-s3.ts';

const Bucket = 'data';
const dataDir = mkdtempSync(join(tmpdir(), 's3-versions-'));
let s3: TestS3;
beforeAll(async () => {
  s3 = await openTestS3(dataDir);
});
afterAll(async () => {
  await s3.close();
  rmSync(dataDir, { recursive: true });
});

const blobs = () => readdirSync(join(dataDir, 's3-objects')).length;

/** Puts an object and gives the id of its version. */
async function put(Key: string, Body: string): Promise<string> {
  await s3.client.send(new PutObjectCommand({ Bucket, Key, Body, Metadata: { body: Body } }));
  return (await s3.client.send(new HeadObjectCommand({ Bucket, Key }))).VersionId!;
}

const remove = (Key: string, VersionId?: string) =>
  s3.client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));

async function read(Key: string) {
  const { Body, Metadata } = await s3.client.send(new GetObjectCommand({ Bucket, Key }));
  return [await Body!.transformToString(), Metadata?.body];
}

test('after a version is deleted the one before is current, also after a restart', async () => {
  const before = blobs();
  const first = await put('a', 'one');
  const second = await put('a', 'two');
  const third = await put('a', 'three');
  expect(new Set([first, second, third]).size).toBe(3);
  s3.client.destroy();
  await s3.close();
  s3 = await openTestS3(dataDir);
  expect(blobs()).toBe(before + 3);
  await remove('a', third);
  await remove('a', third);
  expect(await read('a')).toEqual(['two', 'two']);
  // Deleting an older version does not change the current one.
  await remove('a', first);
  expect(await read('a')).toEqual(['two', 'two']);
  await remove('a', second);
  await expect(read('a')).rejects.toMatchObject({ name: 'NoSuchKey' });
  expect(blobs()).toBe(before);
});

test('a deleted key has no versions', async () => {
  const before = blobs();
  await put('b', 'one');
  await put('b', 'two');
  await remove('b');
  await remove('b', await put('b', 'three'));
  await expect(read('b')).rejects.toMatchObject({ name: 'NoSuchKey' });
  expect(blobs()).toBe(before);
});

test('versions expire, and buckets without versioning have none', async () => {
  const before = blobs();
  await put('c', 'one');
  const second = await put('c', 'two');
  const rule = { Status: 'Enabled', NoncurrentVersionExpiration: { NoncurrentDays: 2 } };
  await s3.declare('data', {
    VersioningConfiguration: { Status: 'Enabled' },
    LifecycleConfiguration: { Rules: [rule] },
  });
  s3.advanceDays(3);
  expect(await read('c')).toEqual(['two', 'two']);
  s3.advanceDays(-3);
  expect(blobs()).toBe(before + 1);
  await remove('c', second);
  await s3.declare('data');
  expect(await put('c', 'one')).toBeUndefined();
  await put('c', 'two');
  expect(blobs()).toBe(before + 1);
});
