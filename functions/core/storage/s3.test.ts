import { Readable } from 'node:stream';
import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getObject, removeFolder } from '#functions/indexes/indexes-bucket.ts';
import { objectSource, s3 } from './s3.ts';

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('BUCKET_INDEXES', 'indexes');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A body whose connection breaks after these bytes. */
async function* broken(bytes: number) {
  yield Buffer.alloc(bytes);
  throw new Error('aborted');
}

test('an object whose stream breaks is an error, never a shorter object', async () => {
  // Below the SDK: its own reading of streams is at work.
  vi.spyOn(s3.config.requestHandler, 'handle').mockImplementation(async () => {
    const body = Readable.from(broken(100), { objectMode: false });
    return { response: { statusCode: 206, headers: {}, body } } as never;
  });
  const source = objectSource('indexes', 'a', { sizeBytes: 1000 });
  await expect(source.read(0, 1000)).rejects.toThrow('aborted');
  await expect(source.readInto!(0, new Uint8Array(1000))).rejects.toThrow('aborted');
  await expect(getObject('a')).rejects.toThrow('aborted');
});

test('objects that cannot be removed are named, whatever was removed beside them', async () => {
  const bucket = mockClient(S3Client);
  bucket.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'a' }, { Key: 'b' }] });
  bucket.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'b', Message: 'locked' }] });
  await expect(removeFolder('org/o/i/b/')).rejects.toThrow('b cannot be removed: locked');
  bucket.restore();
});
