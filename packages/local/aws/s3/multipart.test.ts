import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestS3, type TestS3 } from './test-s3.ts';

const mb = 1024 * 1024;
const Bucket = 'data';
const dataDir = mkdtempSync(join(tmpdir(), 's3-multipart-'));
let s3: TestS3;
beforeAll(async () => {
  s3 = await openTestS3(dataDir);
});
afterAll(async () => {
  await s3.close();
  rmSync(dataDir, { recursive: true });
});

const blobs = () => readdirSync(join(dataDir, 's3-objects')).length;
const start = async (Key: string) =>
  (await s3.client.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId!;
const complete = (Key: string, UploadId: string, Parts: { PartNumber: number; ETag: string }[]) =>
  s3.client.send(
    new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
  );

test('an upload is resumed after a restart from the parts listed, through presigned URLs', async () => {
  const Key = 'org/1/big file.csv';
  const parts = [randomBytes(5 * mb), randomBytes(6 * mb), randomBytes(1000)];
  const UploadId = await start(Key);
  const upload = async (PartNumber: number) => {
    // As presigning needs it: the checksum of a body that is not there yet must not be signed.
    const signer = new S3Client({ ...s3.options, requestChecksumCalculation: 'WHEN_REQUIRED' });
    const part = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber });
    const url = await getSignedUrl(signer, part, { expiresIn: 60 });
    const answer = await fetch(url, { method: 'PUT', body: parts[PartNumber - 1]! });
    expect(answer.status).toBe(200);
    return answer.headers.get('etag')!;
  };
  await upload(1);
  await upload(3);
  const { client, close } = s3;
  client.destroy();
  await close();
  s3 = await openTestS3(dataDir);
  const listed = await s3.client.send(new ListPartsCommand({ Bucket, Key, UploadId }));
  expect(listed.Parts?.map((part) => [part.PartNumber, part.Size])).toEqual([
    [1, 5 * mb],
    [3, 1000],
  ]);
  const second = await upload(2);
  const { ETag } = await complete(Key, UploadId, [
    { PartNumber: 1, ETag: listed.Parts![0]!.ETag! },
    { PartNumber: 2, ETag: second },
    { PartNumber: 3, ETag: listed.Parts![1]!.ETag! },
  ]);
  const digests = parts.map((part) => createHash('md5').update(part).digest());
  const digest = createHash('md5').update(Buffer.concat(digests)).digest('hex');
  expect(ETag).toBe(`"${digest}-3"`);
  const whole = Buffer.concat(parts);
  for (const [first, last] of [
    [0, whole.length - 1],
    [5 * mb - 3, 5 * mb + 2],
    [11 * mb - 1, 11 * mb + 999],
  ]) {
    const Range = `bytes=${first}-${last}`;
    const { Body } = await s3.client.send(new GetObjectCommand({ Bucket, Key, Range }));
    expect(whole.subarray(first, last! + 1).equals(await Body!.transformToByteArray())).toBe(true);
  }
});

test('wrong lists of parts are refused and do not change the upload', async () => {
  const Key = 'wrong';
  const UploadId = await start(Key);
  const put = async (PartNumber: number, Body: Buffer) =>
    (await s3.client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body })))
      .ETag!;
  const one = { PartNumber: 1, ETag: await put(1, Buffer.alloc(100)) };
  const two = { PartNumber: 2, ETag: await put(2, Buffer.alloc(200)) };
  await expect(complete(Key, UploadId, [one, two])).rejects.toMatchObject({
    name: 'EntityTooSmall',
  });
  await expect(complete(Key, UploadId, [two, one])).rejects.toMatchObject({
    name: 'InvalidPartOrder',
  });
  await expect(complete(Key, UploadId, [{ ...one, ETag: '"0"' }])).rejects.toMatchObject({
    name: 'InvalidPart',
  });
  await expect(complete('other', UploadId, [one])).rejects.toMatchObject({ name: 'NoSuchUpload' });
  const before = blobs();
  await complete(Key, UploadId, [two]);
  expect(blobs()).toBe(before - 1);
  await expect(complete(Key, UploadId, [two])).rejects.toMatchObject({ name: 'NoSuchUpload' });
});

test('an aborted and an expired upload leave nothing', async () => {
  const before = blobs();
  const upload = async () => {
    const UploadId = await start('gone');
    const part = { Bucket, Key: 'gone', UploadId, PartNumber: 1, Body: 'x' };
    await s3.client.send(new UploadPartCommand(part));
    return UploadId;
  };
  const UploadId = await upload();
  await s3.client.send(new AbortMultipartUploadCommand({ Bucket, Key: 'gone', UploadId }));
  expect(blobs()).toBe(before);
  const expired = await upload();
  await s3.declare('data', {
    LifecycleConfiguration: {
      Rules: [{ Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } }],
    },
  });
  s3.advanceDays(3);
  const listed = s3.client.send(new ListPartsCommand({ Bucket, Key: 'gone', UploadId: expired }));
  await expect(listed).rejects.toMatchObject({ name: 'NoSuchUpload' });
  s3.advanceDays(-3);
  expect(blobs()).toBe(before);
});

test('an upload replaces only the version that it is to replace', async () => {
  const Key = 'replaced.csv';
  const part = async (Body: string, IfMatch?: string) => {
    const UploadId = await start(Key);
    const target = { Bucket, Key, UploadId };
    const { ETag } = await s3.client.send(
      new UploadPartCommand({ ...target, PartNumber: 1, Body }),
    );
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    return s3.client.send(
      new CompleteMultipartUploadCommand({ ...target, MultipartUpload, IfMatch }),
    );
  };
  await expect(part('none', '"x"')).rejects.toMatchObject({ name: 'NoSuchKey' });
  const { ETag: first } = await part('first');
  await part('second', first);
  await expect(part('third', first)).rejects.toMatchObject({ name: 'PreconditionFailed' });
  const { Body } = await s3.client.send(new GetObjectCommand({ Bucket, Key }));
  expect(await Body!.transformToString()).toBe('second');
});
