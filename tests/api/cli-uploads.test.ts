import { createHash } from 'node:crypto';
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Presigned } from '#shared/contract/cli-uploads.ts';
import { partRange } from '#shared/upload-parts.ts';
import { animals } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, type Member, newAdmin, newMember } from './support/people.ts';
import { dynamodb, readFile, setAttributes, tableNamed } from './support/stores.ts';

const mebibyte = 1024 ** 2;
const partBytes = 5 * mebibyte;

const begin = (member: Member, filename: string, filesize: number, part_size?: number) =>
  member.call('create-cli-upload', {
    body: { org_id: member.orgId, email: member.email, filename, filesize, part_size },
  });

const ours = ({ upload_id, upload_token }: Presigned) => ({
  params: { upload_id },
  uploadToken: upload_token,
});

/** Calls of the tool: with the token and without an account. */
const call = anonymous();
const state = (upload: Presigned, after = 0) =>
  call('get-cli-upload', { ...ours(upload), query: { after } });
const complete = (upload: Presigned, digest: string) =>
  call('complete-cli-upload', { ...ours(upload), body: { digest } });
const abort = (upload: Presigned) => call('abort-cli-upload', ours(upload));

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

async function urlOf(upload: Presigned, number: number, md5: string): Promise<string> {
  const body = { parts: [{ number, md5 }] };
  return (await call('create-part-urls', { ...ours(upload), body })).urls[0]!.url;
}

const put = (url: string, bytes: Uint8Array<ArrayBuffer>, md5 = md5Of(bytes)) =>
  fetch(url, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-md5': Buffer.from(md5, 'hex').toString('base64') },
  });

async function sendPart(upload: Presigned, file: Uint8Array<ArrayBuffer>, number: number) {
  const { start, sizeBytes } = partRange(upload.filesize, upload.part_size, number);
  const bytes = file.slice(start, start + sizeBytes);
  const answer = await put(await urlOf(upload, number, md5Of(bytes)), bytes);
  expect(answer.status).toBe(200);
}

function digestOf(file: Uint8Array, size: number): string {
  const md5s = createHash('md5');
  let count = 0;
  for (let start = 0; start < file.length; start += size, count++) {
    md5s.update(md5Of(file.subarray(start, start + size)), 'hex');
  }
  return `${md5s.digest('hex')}-${count}`;
}

let admin: Member;
let other: Member;
beforeAll(async () => {
  [admin, other] = await Promise.all([newAdmin(), newAdmin()]);
});

/** 12 MiB of rows: three parts. */
const file = new Uint8Array(12 * mebibyte).fill(97);
file.set(Buffer.from('id,text\n1,'), 0);
file.set([98], partBytes + 1);

test('a file of several parts, sent in any order and one of them twice, becomes a dataset with its author', async () => {
  const upload = await begin(admin, 'big one+ü.csv', file.length, partBytes);
  expect(upload).toMatchObject({ filename: 'big one+ü.csv', filesize: file.length });
  for (const number of [3, 1, 3]) await sendPart(upload, file, number);
  expect(await state(upload)).toEqual({
    state: 'open',
    parts: [1, 3].map((number) => {
      const { start, sizeBytes: size } = partRange(file.length, partBytes, number);
      return { number, size, md5: md5Of(file.subarray(start, start + size)) };
    }),
  });
  expect((await state(upload, 1)).parts.map(({ number }) => number)).toEqual([3]);
  const digest = digestOf(file, partBytes);
  const early = await expectFailure(complete(upload, digest), 'UploadIncomplete');
  expect(early.message).toContain('Part 2 of 3');

  await sendPart(upload, file, 2);
  const { key } = await complete(upload, digest);
  const listed = await admin.call('get-dataset-files', { query: { key: admin.orgId } });
  if (!('items' in listed)) throw new Error('expected a list');
  expect(listed.items.find(({ Key }) => Key === key)).toMatchObject({
    Size: file.length,
    author: admin.name,
  });
  expect(md5Of(await readFile(key))).toBe(md5Of(file));

  // The token no longer works, but a call that is repeated after a lost answer succeeds.
  expect(await complete(upload, digest)).toEqual({ key });
  expect(await state(upload)).toEqual({ state: 'completed', parts: [] });
  await expectFailure(urlOf(upload, 1, md5Of(file)), 'UploadTokenInvalid');
  await expectFailure(abort(upload), 'UploadTokenInvalid');
});

test('a file that fits into one part is one part of 64 MiB', async () => {
  const upload = await begin(admin, 'animals.csv', animals.length);
  expect(upload.part_size).toBe(64 * mebibyte);
  const bytes = new TextEncoder().encode(animals);
  await sendPart(upload, bytes, 1);
  const { key } = await complete(upload, digestOf(bytes, upload.part_size));
  const preview = await admin.call('get-dataset-files', { query: { key } });
  expect(preview).toMatchObject({ data: animals, size: animals.length });
});

describe('an upload is not begun', () => {
  test('under a name that is not a CSV, or cannot be a key', async () => {
    await expectFailure(begin(admin, 'animals.pdf', 10), 'OnlyCsv');
    await expectFailure(begin(admin, '../animals.csv', 10), 'InvalidRequest');
  });

  test.each([0, -1, 1.5, 5 * 1024 ** 4 + 1])('for a file of %s bytes', async (filesize) => {
    await expectFailure(begin(admin, 'a.csv', filesize), 'InvalidRequest');
  });

  test('with parts that the store would not take', async () => {
    await expectFailure(begin(admin, 'a.csv', 10, 5 * mebibyte - 1), 'InvalidRequest');
  });

  test('on behalf of others', async () => {
    await expectFailure(begin({ ...admin, orgId: other.orgId }, 'a.csv', 10), 'NotFound');
    await expectFailure(begin({ ...admin, email: other.email }, 'a.csv', 10), 'Forbidden');
  });
});

test('5 TB are accepted, in fewer than 10,000 parts', async () => {
  await setAttributes('Accounts', [`ORG#${admin.orgId}`, 'ORG'], {
    subscription: { id: 'sub_1', status: 'trialing', current_period_start: 1, trial_end: 4e9 },
  });
  const upload = await begin(admin, 'vast.csv', 5 * 1024 ** 4);
  expect(Math.ceil(upload.filesize / upload.part_size)).toBeLessThanOrEqual(9500);
  await abort(upload);
});

describe('the address of a part', () => {
  test('takes its bytes and no others', async () => {
    const upload = await begin(admin, 'a.csv', animals.length);
    const bytes = new TextEncoder().encode(animals);
    const url = await urlOf(upload, 1, md5Of(bytes));
    const others = bytes.toReversed();
    expect((await put(url, others)).status, 'another MD5').toBe(403);
    expect((await put(url, others, md5Of(bytes))).status, 'other bytes').toBe(400);
    expect((await put(url, bytes.slice(1), md5Of(bytes))).status, 'fewer bytes').toBe(403);
    const elsewhere = url.replace('partNumber=1', 'partNumber=2');
    expect((await put(elsewhere, bytes)).status, 'another part').toBe(403);
    expect((await state(upload)).parts).toEqual([]);
    expect((await put(url, bytes)).status).toBe(200);
  });

  test.each([0, 2, 10_001, 1.5])('is not given for part %s of one', async (number) => {
    const upload = await begin(admin, 'a.csv', 10);
    await expectFailure(urlOf(upload, number, md5Of(file)), 'InvalidRequest');
  });

  test('is given for at most 100 parts at a time', async () => {
    const upload = await begin(admin, 'a.csv', 101 * partBytes, partBytes);
    const urls = (count: number) => {
      const md5 = md5Of(file);
      const parts = Array.from({ length: count }, (_, part) => ({ number: part + 1, md5 }));
      return call('create-part-urls', { ...ours(upload), body: { parts } });
    };
    expect((await urls(100)).urls).toHaveLength(100);
    await expectFailure(urls(101), 'InvalidRequest');
    await expectFailure(urls(0), 'InvalidRequest');
  });
});

test('only the parts that the tool has read are joined', async () => {
  const upload = await begin(admin, 'a.csv', file.length, partBytes);
  for (const number of [1, 2, 3]) await sendPart(upload, file, number);
  const changed = file.toReversed();
  await expectFailure(complete(upload, digestOf(changed, partBytes)), 'UploadIncomplete');
  await expectFailure(complete(upload, 'nonsense'), 'InvalidRequest');
  expect((await state(upload)).state).toBe('open');
});

describe('a token', () => {
  const uses = (upload: Presigned) => [
    () => state(upload),
    () => urlOf(upload, 1, md5Of(file)),
    () => complete(upload, digestOf(file, partBytes)),
    () => abort(upload),
  ];
  const expectWorthless = async (upload: Presigned) => {
    for (const use of uses(upload)) await expectFailure(use(), 'UploadTokenInvalid');
  };

  test('is required and works only for its own upload', async () => {
    const [mine, theirs] = [await begin(admin, 'a.csv', 10), await begin(other, 'a.csv', 10)];
    await expectWorthless({ ...mine, upload_token: theirs.upload_token });
    await expectWorthless({ ...mine, upload_id: theirs.upload_id });
    await expectWorthless({ ...mine, upload_token: '' });
    await expectWorthless({ ...mine, upload_token: mine.upload_token.slice(0, -1) });
    await expectWorthless({ ...mine, upload_id: 'upl_none' });
    expect((await state(mine)).state).toBe('open');
  });

  test('ends when the upload is aborted', async () => {
    const upload = await begin(admin, 'a.csv', file.length, partBytes);
    await sendPart(upload, file, 1);
    const url = await urlOf(upload, 1, md5Of(file.subarray(0, partBytes)));
    await abort(upload);
    await expectWorthless(upload);
    expect((await put(url, file.slice(0, partBytes))).status).toBe(404);
  });

  test('ends after seven days', async () => {
    const upload = await begin(admin, 'a.csv', 10);
    const days = (Date.parse(upload.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7.01);
    await dynamodb.send(
      new UpdateItemCommand({
        TableName: tableNamed('Datasets'),
        Key: { pk: { S: `UPLOAD#${upload.upload_id}` }, sk: { S: 'UPLOAD' } },
        UpdateExpression: 'SET expires_at = :past',
        ExpressionAttributeValues: { ':past': { N: String(Math.floor(Date.now() / 1000)) } },
      }),
    );
    await expectWorthless(upload);
  });

  test('ends when the member who asked for it is removed', async () => {
    const member = await newMember(admin);
    const upload = await begin(member, 'a.csv', 10);
    expect((await state(upload)).state).toBe('open');
    await admin.call('remove-user', {
      body: { username: member.email, org_id: admin.orgId, auth_user_id: admin.authUserId },
    });
    await expectWorthless(upload);
  });
});
