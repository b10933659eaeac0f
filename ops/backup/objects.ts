import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import * as z from 'zod';

/** What S3 takes in one call. */
const mostBytes = 5 * 1024 ** 3;

/** An object of a saved bucket. Its file has a number for a name: keys are not safe names of files. */
const savedObject = z.object({
  key: z.string(),
  file: z.string().regex(/^\d+$/),
  etag: z.string(),
  sizeBytes: z.number(),
  contentType: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});

type SavedObject = z.output<typeof savedObject>;

const listFile = 'objects.json';

/** Copies a bucket's objects into a folder. Gives their number, and keys that are too large and left out. */
export async function saveBucket(
  s3: S3Client,
  bucket: string,
  folder: string,
): Promise<{ objects: number; tooLarge: string[] }> {
  await mkdir(folder, { recursive: true });
  const saved: SavedObject[] = [];
  const tooLarge: string[] = [];
  for await (const { key, etag, sizeBytes } of objectsOf(s3, bucket)) {
    if (sizeBytes > mostBytes) {
      tooLarge.push(key);
      continue;
    }
    const file = String(saved.length + 1);
    const { Body, ContentType, Metadata } = await s3.send(
      new GetObjectCommand({ Bucket: bucket, Key: key, IfMatch: etag }),
    );
    await pipeline(Body as Readable, createWriteStream(join(folder, file)));
    saved.push({ key, file, etag, sizeBytes, contentType: ContentType, metadata: Metadata });
  }
  await writeFile(join(folder, listFile), JSON.stringify(saved, null, 1));
  return { objects: saved.length, tooLarge };
}

/**
 * Puts saved objects back that are missing or different. Removes nothing: what no record names, nobody reaches.
 * Gives the number of saved objects, and of those that were put back.
 */
export async function loadBucket(
  s3: S3Client,
  bucket: string,
  folder: string,
): Promise<{ objects: number; putBack: number }> {
  const saved = z
    .array(savedObject)
    .parse(JSON.parse(await readFile(join(folder, listFile), 'utf8')));
  const present = new Map<string, string>();
  for await (const { key, etag } of objectsOf(s3, bucket)) present.set(key, etag);
  const missing = saved.filter(({ key, etag }) => present.get(key) !== etag);
  for (const { key, file, sizeBytes, contentType, metadata } of missing) {
    await s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: createReadStream(join(folder, file)),
        ContentLength: sizeBytes,
        ContentType: contentType,
        Metadata: metadata,
      }),
    );
  }
  return { objects: saved.length, putBack: missing.length };
}

async function* objectsOf(s3: S3Client, Bucket: string) {
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
    for (const { Key, ETag, Size } of page.Contents ?? []) {
      yield { key: Key!, etag: ETag!, sizeBytes: Size! };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}
