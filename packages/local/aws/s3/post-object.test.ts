import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { openTestS3, type TestS3 } from './test-s3.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await openTestS3(mkdtempSync(join(tmpdir(), 's3-post-')));
});
afterAll(async () => {
  await s3.close();
  rmSync(s3.dataDir, { recursive: true });
});

const Bucket = 'data';
const sign = (key: string, conditions: unknown[] = [], fields: Record<string, string> = {}) =>
  createPresignedPost(s3.client, {
    Bucket,
    Key: key,
    Conditions: [['content-length-range', 2, 100], ...conditions] as never,
    Fields: { 'Content-Type': 'text/csv', ...fields },
    Expires: 60,
  });

/** Posts as a browser does; `changes` overwrite, add or (undefined) drop fields. */
async function post(
  { fields }: PresignedPost,
  file: string,
  changes: Record<string, string | undefined> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changes })) {
    if (value !== undefined) form.append(name, value);
  }
  form.append('file', new Blob([file]), 'papers 2026.csv');
  const answer = await fetch(`${s3.endpoint}/${Bucket}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  return { status: answer.status, text: await answer.text() };
}

const exists = (Key: string) =>
  s3.client.send(new HeadObjectCommand({ Bucket, Key })).then(
    () => true,
    () => false,
  );

describe('a form within its policy', () => {
  test('is stored with its fields', async () => {
    const form = await sign('org/1/a.csv', [], { 'x-amz-meta-index': 'idx_1' });
    expect((await post(form, 'a;b\n1;2\n')).status).toBe(204);
    const object = await s3.client.send(new GetObjectCommand({ Bucket, Key: 'org/1/a.csv' }));
    expect(await object.Body!.transformToString()).toBe('a;b\n1;2\n');
    expect(object).toMatchObject({ ContentType: 'text/csv', Metadata: { index: 'idx_1' } });
  });

  test.each([
    ['x-amz-meta-city', 'Łódź', 'InvalidArgument'],
    ['x-amz-meta-evil', 'a\r\nX-Evil: 1', 'InvalidArgument'],
    ['Content-Disposition', 'attachment', 'NotImplemented'],
    ['success_action_status', '201', 'NotImplemented'],
    ['acl', 'public-read', 'NotImplemented'],
    ['x-amz-tagging', 'a=b', 'NotImplemented'],
  ])('is refused for a %s that cannot be honoured', async (name, value, code) => {
    const { status, text } = await post(await sign('odd', [], { [name]: value }), 'abc');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).toContain(`<Code>${code}`);
    expect(await exists('odd')).toBe(false);
  });

  test('is refused if its key takes the name of the file', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: S3's own placeholder
    const { status } = await post(await sign('org/2/${filename}'), 'abc');
    expect([status, await exists('org/2/papers 2026.csv')]).toEqual([501, false]);
  });
});

test('a key with .. is only a name', async () => {
  const Key = '../../../escape.txt';
  expect((await post(await sign(Key), 'abc')).status).toBe(204);
  const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket, Prefix: '..' }));
  expect(Contents?.map((object) => object.Key)).toEqual([Key]);
  await s3.client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }] } }));
});

describe('a form against its policy', () => {
  test.each<[string, Record<string, string | undefined>, string]>([
    ['another key', { key: 'org/2/evil.csv' }, 'AccessDenied'],
    ['another content type', { 'Content-Type': 'text/html' }, 'AccessDenied'],
    ['no content type', { 'Content-Type': undefined }, 'AccessDenied'],
    ['a field that no condition names', { 'x-amz-meta-evil': '1' }, 'AccessDenied'],
    ['a key in another case', { KEY: 'org/2/evil.csv' }, 'InvalidArgument'],
    ['no policy', { Policy: undefined }, 'AccessDenied'],
    ['no signature', { 'X-Amz-Signature': undefined }, 'SignatureDoesNotMatch'],
    ['a signature of zeros', { 'X-Amz-Signature': '0'.repeat(64) }, 'SignatureDoesNotMatch'],
    [
      "a stranger's access key",
      { 'X-Amz-Credential': 'AKX/20261121/us-east-1/s3/aws4_request' },
      'Inval',
    ],
    ['an access control list', { acl: 'public-read' }, 'AccessDenied'],
  ])('%s is refused', async (_what, changes, code) => {
    const { status, text } = await post(await sign('org/1/attack.csv'), 'abc', changes);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).toContain(`<Code>${code}`);
    expect(await exists('org/1/attack.csv')).toBe(false);
    expect(await exists('org/2/evil.csv')).toBe(false);
  });

  test('a tampered policy does not match its signature', async () => {
    const form = await sign('org/1/tampered.csv');
    const policy = JSON.parse(Buffer.from(form.fields.Policy!, 'base64').toString());
    policy.conditions[0] = ['content-length-range', 0, 10 ** 9];
    const Policy = Buffer.from(JSON.stringify(policy)).toString('base64');
    const { status, text } = await post(form, 'abc', { Policy });
    expect([status, text]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')]);
  });

  test('a form for one bucket does not serve another', async () => {
    await s3.declare('other');
    const form = await sign('x');
    const body = new FormData();
    for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
    body.append('file', new Blob(['abc']));
    const answer = await fetch(`${s3.endpoint}/other`, { method: 'POST', body });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('bucket')]);
  });

  test('an expired form is refused', async () => {
    const form = await sign('late');
    s3.advanceDays(1);
    const { status, text } = await post(form, 'abc');
    s3.advanceDays(-1);
    expect([status, text]).toEqual([403, expect.stringContaining('Policy expired')]);
  });

  test('the signer needs the permission to put the object', async () => {
    const { status } = await post(await sign('org/forbidden/x'), 'abc');
    expect(status).toBe(403);
  });

  test.each([
    ['larger', 'x'.repeat(101), 'EntityTooLarge'],
    ['much larger', 'x'.repeat(5_000_000), 'EntityTooLarge'],
    ['smaller', 'x', 'EntityTooSmall'],
  ])('a %s file is refused and not kept', async (_what, file, code) => {
    const blobs = readdirSync(join(s3.dataDir, 's3-objects')).length;
    const { status, text } = await post(await sign('size'), file);
    expect([status, text]).toEqual([400, expect.stringContaining(`<Code>${code}`)]);
    expect(await exists('size')).toBe(false);
    expect(readdirSync(join(s3.dataDir, 's3-objects'))).toHaveLength(blobs);
  });

  test('a form cut off in the middle leaves nothing', async () => {
    const blobs = () => readdirSync(join(s3.dataDir, 's3-objects')).length;
    const before = blobs();
    const { fields } = await sign('cut', [['content-length-range', 0, 10 ** 9]]);
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const request = httpRequest(`${s3.endpoint}/${Bucket}`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 100_000 },
    });
    request.on('error', () => {});
    request.write(
      `${parts.join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nabc`,
    );
    await eventually(() => expect(blobs()).toBe(before + 1));
    request.destroy();
    await eventually(() => expect(blobs()).toBe(before));
    expect(await exists('cut')).toBe(false);
  });

  test('conditions are as strict as they are written', async () => {
    const { accessKeyId, secretAccessKey } = s3.options.credentials;
    const policy = (conditions: unknown[]) => {
      const expiration = new Date(Date.now() + 60_000).toISOString();
      const Policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
      const day = '20260101';
      const hmac = (key: string | Buffer, data: string) =>
        createHmac('sha256', key).update(data).digest();
      const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), 'eu'), 's3'), 'aws4_request');
      return {
        url: '',
        fields: {
          Policy,
          'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
          'X-Amz-Credential': `${accessKeyId}/${day}/eu/s3/aws4_request`,
          'X-Amz-Date': `${day}T000000Z`,
          'X-Amz-Signature': hmac(key, Policy).toString('hex'),
        },
      };
    };
    const base = [{ bucket: 'data' }, ['starts-with', '$x-amz-', '']];
    const algorithm = [
      ['starts-with', '$x-amz-algorithm', ''],
      ['starts-with', '$x-amz-credential', `${accessKeyId}/`],
      ['starts-with', '$x-amz-date', ''],
    ];
    const good = policy([{ bucket: 'data' }, ['starts-with', '$key', 'in/'], ...algorithm]);
    expect((await post(good, 'abc', { key: 'in/side' })).status).toBe(204);
    expect((await post(good, 'abc', { key: 'in' })).status).toBe(403);
    expect((await post(good, 'abc', { key: 'in/side', 'x-ignore-me': '1' })).status).toBe(403);
    const vague = policy([...base, ['starts-with', '$key', 'in/'], ...algorithm]);
    expect((await post(vague, 'abc', { key: 'in/side' })).status).toBe(403);
    const odd = policy([['matches', '$key', '.*'], { bucket: 'data' }, ...algorithm]);
    expect((await post(odd, 'abc', { key: 'in/side' })).text).toContain('InvalidPolicyDocument');
  });
});
