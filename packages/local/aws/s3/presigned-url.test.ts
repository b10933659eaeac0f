import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestS3, type TestS3 } from './test-s3.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await openTestS3(mkdtempSync(join(tmpdir(), 's3-presigned-')));
});
afterAll(async () => {
  await s3.close();
  rmSync(s3.dataDir, { recursive: true });
});

const Bucket = 'data';
const Key = 'reports/año 1+2.pdf';

describe('a presigned URL', () => {
  // As presigning needs it: the checksum of a body that is not there yet must not be signed.
  const signPut = (Metadata?: Record<string, string>) =>
    getSignedUrl(
      new S3Client({ ...s3.options, requestChecksumCalculation: 'WHEN_REQUIRED' }),
      new PutObjectCommand({ Bucket, Key, Metadata }),
      { expiresIn: 60 },
    );

  test('uploads, but without metadata', async () => {
    expect((await fetch(await signPut(), { method: 'PUT', body: 'pdf' })).status).toBe(200);
    const odd = await fetch(await signPut({ report: 'r1' }), { method: 'PUT', body: 'pdf' });
    expect([odd.status, await odd.text()]).toEqual([501, expect.stringContaining('x-amz-meta')]);
  });

  test('downloads, ranges included, until it expires', async () => {
    const ResponseContentDisposition = 'attachment; filename="a.pdf"';
    const get = new GetObjectCommand({ Bucket, Key, ResponseContentDisposition });
    const url = await getSignedUrl(s3.client, get, { expiresIn: 60 });
    const answer = await fetch(url, { headers: { range: 'bytes=1-' } });
    expect([answer.status, await answer.text()]).toEqual([206, 'df']);
    expect(answer.headers.get('content-disposition')).toBe(ResponseContentDisposition);
    s3.advanceDays(1);
    const late = await fetch(url);
    s3.advanceDays(-1);
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('expired')]);
  });

  test.each<[string, (url: URL) => void, RequestInit]>([
    [
      'another key',
      (url) => {
        url.pathname += 'x';
      },
      {},
    ],
    ['another method', () => {}, { method: 'DELETE' }],
    ['a longer life', (url) => url.searchParams.set('X-Amz-Expires', '600000'), {}],
    ['another parameter', (url) => url.searchParams.set('response-content-type', 'text/html'), {}],
    ['a header that was not signed', () => {}, { headers: { 'x-amz-meta-evil': '1' } }],
    [
      'a stranger as signer',
      (url) => url.searchParams.set('X-Amz-Credential', 'AKX/20261121/us-east-1/s3/aws4_request'),
      {},
    ],
    ['the year 1999', (url) => url.searchParams.set('X-Amz-Date', '19990101T000000Z'), {}],
  ])('with %s is refused', async (_what, change, init) => {
    const url = new URL(await getSignedUrl(s3.client, new GetObjectCommand({ Bucket, Key }), {}));
    change(url);
    expect((await fetch(url, init)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('cross-origin requests', () => {
  const preflight = (origin: string, headers = 'content-type', method = 'POST') =>
    fetch(`${s3.endpoint}/${Bucket}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': headers,
      },
    });

  test('are allowed as the bucket says', async () => {
    const answer = await preflight('http://localhost:3000', 'Content-Type, content-md5');
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': 'http://localhost:3000',
      'access-control-allow-methods': 'POST, PUT, GET',
      'access-control-allow-headers': 'content-type, content-md5',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '600',
    });
    expect((await preflight('http://evil.example')).status).toBe(403);
    expect((await preflight('http://localhost:3000', 'x-evil')).status).toBe(403);
    expect((await preflight('http://localhost:3000', '', 'DELETE')).status).toBe(403);
  });

  test('may read errors too', async () => {
    const headers = { origin: 'http://localhost:3000' };
    const url = await getSignedUrl(s3.client, new GetObjectCommand({ Bucket, Key: 'absent' }));
    const answer = await fetch(url, { headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      404,
      'http://localhost:3000',
    ]);
  });
});
