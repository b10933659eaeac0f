import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketAclCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestS3, type TestS3 } from './test-s3.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await openTestS3(mkdtempSync(join(tmpdir(), 's3-')));
});
afterAll(async () => {
  await s3.close();
  rmSync(s3.dataDir, { recursive: true });
});

const Bucket = 'data';
const put = (Key: string, Body: string | Buffer, more: object = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const text = async (Key: string, more: object = {}) =>
  (await s3.client.send(new GetObjectCommand({ Bucket, Key, ...more }))).Body!.transformToString();

describe('objects', () => {
  test('an object is read back with type, metadata and tag', async () => {
    const { ETag } = await put('a.csv', 'a;b\n', {
      ContentType: 'text/csv',
      Metadata: { rows: '1' },
    });
    expect(ETag).toBe(`"${createHash('md5').update('a;b\n').digest('hex')}"`);
    const head = await s3.client.send(new HeadObjectCommand({ Bucket, Key: 'a.csv' }));
    expect(head).toMatchObject({
      ContentLength: 4,
      ContentType: 'text/csv',
      Metadata: { rows: '1' },
      ETag,
    });
    expect(await text('a.csv')).toBe('a;b\n');
  });

  test('wrong digests are refused and nothing is stored', async () => {
    const wrong = createHash('md5').update('other').digest('base64');
    await expect(put('digest', 'body', { ContentMD5: wrong })).rejects.toMatchObject({
      name: 'BadDigest',
    });
    await expect(put('digest', 'body', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({
      name: 'BadDigest',
    });
    await expect(text('digest')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await put('digest', '123456789', { ChecksumAlgorithm: 'CRC32', ChecksumCRC32: 'y/Q5Jg==' });
  });

  test.each([
    'plus+and space & "quotes" <tag>.csv',
    'Übergröße/日本語/😀.txt',
    '%2e%2e/percent%20',
    'k'.repeat(1024),
  ])('the key %s is only a name', async (key) => {
    await put(key, key);
    expect(await text(key)).toBe(key);
    const Prefix = key.slice(0, 20);
    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket, Prefix }));
    expect(Contents?.map((object) => object.Key)).toContain(key);
    await s3.client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    await expect(text(key)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  test('a key beyond 1,024 bytes is refused', async () => {
    await expect(put('k'.repeat(1025), 'x')).rejects.toMatchObject({ name: 'KeyTooLongError' });
  });

  test('a call deletes several objects, each with its own permission', async () => {
    await put('d&1', 'x');
    await put('d 2\n', 'x');
    const Objects = [{ Key: 'd&1' }, { Key: 'd 2\n' }, { Key: 'forbidden/x' }, { Key: 'absent' }];
    const { Deleted, Errors } = await s3.client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects } }),
    );
    expect(Deleted?.map((one) => one.Key)).toEqual(['d&1', 'd 2\n', 'absent']);
    await expect(text('d 2\n')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(Errors).toMatchObject([{ Key: 'forbidden/x', Code: 'AccessDenied' }]);
  });

  test('a reader gets the whole old object while it is overwritten', async () => {
    await put('hot', Buffer.alloc(8_000_000, 'a'));
    const { Body } = await s3.client.send(new GetObjectCommand({ Bucket, Key: 'hot' }));
    await put('hot', Buffer.alloc(10, 'b'));
    expect(await Body!.transformToString()).toBe('a'.repeat(8_000_000));
    expect(await text('hot')).toBe('b'.repeat(10));
  });

  test('a truncated file is one clear error, not a short answer', async () => {
    const before = new Set(readdirSync(join(s3.dataDir, 's3-objects')));
    await put('damaged', 'whole');
    const [file] = readdirSync(join(s3.dataDir, 's3-objects')).filter((id) => !before.has(id));
    truncateSync(join(s3.dataDir, 's3-objects', file!), 2);
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await expect(text('damaged')).rejects.toThrow(/S3 data is damaged.*has 2 of 5 bytes/);
    log.mockRestore();
  });
});

describe('conditions and ranges', () => {
  test('a read can ask for the version it knows, or for another', async () => {
    const { ETag } = await put('manifest', '1');
    expect(await text('manifest', { IfMatch: ETag })).toBe('1');
    await expect(text('manifest', { IfNoneMatch: ETag })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
    await put('manifest', '2');
    await expect(text('manifest', { IfMatch: ETag })).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    });
    expect(await text('manifest', { IfNoneMatch: ETag })).toBe('2');
  });

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=5-500', '56789', 'bytes 5-9/10'],
  ])('%s', async (Range, expected, ContentRange) => {
    await put('digits', '0123456789');
    const answer = await s3.client.send(new GetObjectCommand({ Bucket, Key: 'digits', Range }));
    expect(await answer.Body!.transformToString()).toBe(expected);
    expect(answer).toMatchObject({ ContentRange, $metadata: { httpStatusCode: 206 } });
  });

  test('a range behind the end is 416', async () => {
    await put('digits', '0123456789');
    await expect(text('digits', { Range: 'bytes=10-' })).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
  });

  test('an empty object has no range', async () => {
    await put('empty', '');
    expect(await text('empty')).toBe('');
    for (const Range of ['bytes=0-', 'bytes=-5']) {
      await expect(text('empty', { Range })).rejects.toMatchObject({ name: 'InvalidRange' });
    }
  });

  test('a reader can ask for a file name in Content-Disposition', async () => {
    await put('digits', '0123456789');
    const answer = await s3.client.send(
      new GetObjectCommand({
        Bucket,
        Key: 'digits',
        ResponseContentDisposition: 'attachment; filename="d.txt"',
      }),
    );
    expect(answer.ContentDisposition).toBe('attachment; filename="d.txt"');
  });
});

describe('listing', () => {
  test('pages, prefixes, and the key to start after', async () => {
    const keys = ['l/a b', 'l/dir+x/3', 'l/dir/1', 'l/dir/2', 'l/z', 'l/é'];
    for (const key of keys) await put(key, 'x');
    const seen: (string | undefined)[] = [];
    const input = { Bucket, Prefix: 'l/' };
    const pages = paginateListObjectsV2({ client: s3.client, pageSize: 1 }, { ...input });
    for await (const page of pages) {
      seen.push(...(page.Contents ?? []).map((one) => one.Key));
    }
    expect(seen).toEqual(keys);
    const StartAfter = 'l/dir/1';
    const rest = await s3.client.send(new ListObjectsV2Command({ ...input, StartAfter }));
    expect(rest.Contents?.map((one) => one.Key)).toEqual(['l/dir/2', 'l/z', 'l/é']);
    const few = await s3.client.send(new ListObjectsV2Command({ ...input, MaxKeys: 6 }));
    expect([few.KeyCount, few.IsTruncated]).toEqual([6, false]);
  });
});

describe('refusals', () => {
  test('a missing object without the right to list is 403', async () => {
    const { denyListing } = s3;
    denyListing(true);
    await expect(text('never')).rejects.toMatchObject({ name: 'AccessDenied' });
    denyListing(false);
  });

  test('what is not emulated says so', async () => {
    await expect(put('tagged', 'x', { Tagging: 'a=b' })).rejects.toMatchObject({
      name: 'NotImplemented',
      message: expect.stringContaining('x-amz-tagging'),
    });
    await expect(s3.client.send(new GetBucketAclCommand({ Bucket }))).rejects.toMatchObject({
      name: 'NotImplemented',
    });
    const tagging = new GetObjectTaggingCommand({ Bucket, Key: 'digits' });
    await expect(s3.client.send(tagging)).rejects.toThrow('tagging is not emulated');
    for (const odd of [{ IfNoneMatch: '*' }, { CacheControl: 'no-store' }]) {
      await expect(put('odd', 'x', odd)).rejects.toMatchObject({ name: 'NotImplemented' });
    }
    for (const [algorithm, value] of [
      ['SHA256', 'x'],
      ['CRC32C', 'x'],
    ]) {
      const checksum = { ChecksumAlgorithm: algorithm, [`Checksum${algorithm}`]: value };
      await expect(put('odd', 'x', checksum)).rejects.toMatchObject({ name: 'NotImplemented' });
    }
    const customerKey = { SSECustomerAlgorithm: 'AES256', SSECustomerKey: 'k'.repeat(32) };
    await expect(text('digits', customerKey)).rejects.toMatchObject({ name: 'NotImplemented' });
    const Objects = [{ Key: 'digits', ETag: '"0"' }];
    await expect(
      s3.client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } })),
    ).rejects.toThrow('ETag is not emulated');
    const nowhere = new GetObjectCommand({ Bucket: 'nowhere', Key: 'x' });
    await expect(s3.client.send(nowhere)).rejects.toMatchObject({ name: 'NoSuchBucket' });
    const anonymous = await fetch(`${s3.endpoint}/${Bucket}/digits`);
    expect(anonymous.status).toBe(403);
    await expect(s3.declare('odd', { NotificationConfiguration: {} })).rejects.toThrow(
      'NotificationConfiguration',
    );
  });
});

describe('malformed requests get a 4xx answer', () => {
  test.each([{ MaxKeys: -1 }, { MaxKeys: 'all' as never }, { Delimiter: '/' }])(
    'a list with %j',
    async (input) => {
      await expect(
        s3.client.send(new ListObjectsV2Command({ Bucket, ...input })),
      ).rejects.toMatchObject({ name: 'InvalidArgument' });
    },
  );

  test('an invalid response header', async () => {
    await put('digits', '0123456789');
    const ResponseContentDisposition = 'attachment; filename="Łódź.csv"';
    await expect(text('digits', { ResponseContentDisposition })).rejects.toMatchObject({
      name: 'InvalidArgument',
    });
  });

  test('a document that is too long or not well-formed', async () => {
    const post = async (body: string) => {
      const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'x' }] } });
      command.middlewareStack.add(
        (next) => (args) => {
          const request = args.request as { body: string; headers: Record<string, string> };
          request.body = body;
          request.headers['content-length'] = String(body.length);
          for (const name of Object.keys(request.headers)) {
            if (/checksum|content-md5/.test(name)) delete request.headers[name];
          }
          return next(args);
        },
        { step: 'build', priority: 'low' },
      );
      return s3.client.send(command);
    };
    await expect(post('<Delete><Object><Key>x</Key></Object>')).rejects.toMatchObject({
      name: 'MalformedXML',
    });
    await expect(post('x'.repeat(2_100_000))).rejects.toMatchObject({
      name: 'MaxMessageLengthExceeded',
    });
  });
});

describe('lifecycle', () => {
  test('objects under a prefix expire with the local clock', async () => {
    await s3.declare('short', {
      LifecycleConfiguration: {
        Rules: [{ Status: 'Enabled', Prefix: 'tmp/', ExpirationInDays: 7 }],
      },
    });
    for (const Key of ['tmp/a', 'kept/b']) {
      await s3.client.send(new PutObjectCommand({ Bucket: 'short', Key, Body: 'x' }));
    }
    s3.advanceDays(8);
    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket: 'short' }));
    expect(Contents?.map((one) => one.Key)).toEqual(['kept/b']);
    s3.advanceDays(-8);
  });
});
