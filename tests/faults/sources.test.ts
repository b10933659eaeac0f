/** Datasets that are fetched from elsewhere: servers that lead inside, break off, never end or change, and buckets of others. */
import { createHash, randomBytes } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceSettings } from '#functions/sources/source-settings.ts';
import type { DatasetSource } from '#shared/contract/sources.ts';
import { readPolicyOf, trustPolicyOf } from '#shared/sources.ts';
import { datasets } from '#tables/datasets.ts';
import { signIn, waitForMail } from '#tests/api/support/cognito.ts';
import { createIndex, waitForBuild } from '#tests/api/support/datasets.ts';
import { expectFailure } from '#tests/api/support/expect-failure.ts';
import { orderFault } from '#tests/api/support/order-fault.ts';
import { clientAt, type Member, newAdminAt } from '#tests/api/support/people.ts';
import { advanceClock, readClock } from '#tests/support/clock.ts';
import { assemblyOf, close, type Stack, startStack } from '#tests/support/stack.ts';
import { waitFor } from '#tests/support/wait-for.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let stack: Stack;
let store: S3Client;
let database: DynamoDBDocumentClient;
let datasetsBucket: string;
let datasetsTable: string;
/** A server of a customer, and what it answers at each path. */
let address: string;
const answers = new Map<string, Answer>();
const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
const askedAt = (path: string) => asked.filter((one) => one.path === path);
const server = createServer((request, response) => {
  const { url: path = '', headers } = request;
  asked.push({ path, headers });
  const answer = answers.get(path);
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});

beforeAll(async () => {
  stack = await startStack();
  store = new S3Client({ ...stack.client, forcePathStyle: true });
  database = DynamoDBDocumentClient.from(new DynamoDBClient(stack.client));
  const { functions } = await assemblyOf(stack);
  const told = (name: string) =>
    functions.map(({ environment }) => environment[name]).find(Boolean)!;
  datasetsBucket = told('BUCKET_DATASETS');
  datasetsTable = told('TABLE_DATASETS');
  server.listen(0, '127.0.0.1').unref();
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await close(stack);
});

const newAdmin = () => newAdminAt(stack.origin);
const sourceOf = async ({ call }: Member, id: string): Promise<DatasetSource> =>
  (await call('list-dataset-sources', {})).items.find(({ source_id }) => source_id === id)!;

/** Whether a worker holds a source, by the clock of the local cloud. */
async function isHeld({ orgId }: Member, source_id: string): Promise<boolean> {
  const Key = datasets.source.key({ org_id: orgId, source_id });
  const { Item } = await database.send(
    new GetCommand({ TableName: datasetsTable, Key, ConsistentRead: true }),
  );
  return Date.parse(Item!.leased_until as string) > (await readClock(stack.origin)).getTime();
}

/**
 * Waits until a source is not fetched any more. Pauses before tries pass by the clock; while a worker holds the
 * source the clock is left alone, or its lease would end and another worker begin beside it.
 */
const ended = (member: Member, id: string) =>
  waitFor('a fetch that has ended', async () => {
    const source = await sourceOf(member, id);
    if (source.state !== 'fetching') return source;
    if (!(await isHeld(member, id))) await wait(member, '15s');
    return undefined;
  });

/** The same of a source whose worker dies once it has noted a part: its lease ends first. */
async function endedAfterDeath(member: Member, id: string): Promise<DatasetSource> {
  await waitFor('a part that is noted', async () => {
    return ((await sourceOf(member, id)).fetched_bytes ?? 0) > 0;
  });
  await wait(member, `${sourceSettings.leaseSeconds + 1}s`);
  return ended(member, id);
}

/** Sets the clock forward, and signs the person in again: a token lasts for an hour. */
async function wait(member: Member, duration: string): Promise<void> {
  await advanceClock(stack.origin, duration);
  const { IdToken } = await signIn(stack.origin, member);
  member.call = clientAt(stack.origin, IdToken);
}

const create = (
  { call }: Member,
  filename: string,
  from: { url: string } | { s3: object } | { datasets: string[] },
  more: object = {},
) => call('create-dataset-source', { body: { filename, ...from, ...more } as never });

async function fetched(member: Member, filename: string, path: string): Promise<DatasetSource> {
  const { source_id } = await create(member, filename, { url: address + path });
  return ended(member, source_id);
}

const stored = async (key: string) => {
  const { Body } = await store.send(new GetObjectCommand({ Bucket: datasetsBucket, Key: key }));
  return Buffer.from(await Body!.transformToByteArray());
};

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Answers a file, also parts of it, with an ETag of its content. */
const file =
  (content: () => Buffer): Answer =>
  ({ headers }, response) => {
    const bytes = content();
    const etag = `"${digest(bytes)}"`;
    response.setHeader('etag', etag);
    if (headers['if-none-match'] === etag) return void response.writeHead(304).end();
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    if (start > 0 && headers['if-range'] !== etag) return void response.writeHead(200).end(bytes);
    response.writeHead(206, {
      'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}`,
      'content-length': bytes.length - start,
    });
    return void response.end(bytes.subarray(start));
  };

test('a file is fetched, asked again each day, and builds its index again when it has changed', async () => {
  const admin = await newAdmin();
  let text = 'id,title,text\n1,Bees,keeping bees\n2,Ants,ants\n';
  answers.set(
    '/daily.csv?key=secret',
    file(() => Buffer.from(text)),
  );
  const url = `${address}/daily.csv?key=secret`;
  const made = await create(admin, 'daily.csv', { url }, { every: 'daily' });
  expect(made).toMatchObject({ from: `${address}/daily.csv?…`, state: 'fetching' });
  const first = await ended(admin, made.source_id);
  expect(first).toMatchObject({ state: 'ready', failures: 0 });
  expect((await stored(first.dataset_id)).toString()).toBe(text);
  const preview = await admin.call('get-dataset-files', { query: { key: first.dataset_id } });
  expect(preview).toMatchObject({
    rows: [
      ['1', 'Bees', 'keeping bees'],
      ['2', 'Ants', 'ants'],
    ],
  });

  const { item_id } = await createIndex(admin, 'Daily', first.dataset_id);
  await waitForBuild(admin, item_id);
  const params = { source_id: made.source_id };
  await admin.call('update-dataset-source', { params, body: { rebuilds: [item_id] } });

  // Nothing new: the server says so, and nothing is fetched.
  await wait(admin, '25h');
  const same = await waitFor('a look at the source', async () => {
    const source = await sourceOf(admin, made.source_id);
    return source.checked_at !== first.checked_at && source.state === 'ready' ? source : undefined;
  });
  expect(same.changed_at).toBe(first.changed_at);
  expect(askedAt('/daily.csv?key=secret').at(-1)!.headers['if-none-match']).toBeTruthy();
  expect(same.next_at! > first.next_at!).toBe(true);

  text += '3,Wasps,wasps build paper nests\n';
  await wait(admin, '25h');
  await waitFor('the index of the new version', async () => {
    const { items } = await admin.call('list-indexes', { query: { index_id: item_id } });
    return items[0]!.rows === 3;
  });
  expect((await sourceOf(admin, made.source_id)).changed_at! > first.changed_at!).toBe(true);

  // Whoever deletes the dataset does not get it back.
  await admin.call('delete-dataset-file', { query: { key: first.dataset_id } });
  expect(await sourceOf(admin, made.source_id)).toBeUndefined();
});

test('a server that breaks off is read on from the last part, and the file is the same', async () => {
  const admin = await newAdmin();
  const bytes = Buffer.concat([Buffer.from('id,text\n'), randomBytes(20 << 20)]);
  const whole = file(() => bytes);
  let broken = 0;
  answers.set('/large.csv', (request, response) => {
    if (broken++ > 0) return whole(request, response);
    response.writeHead(206, {
      etag: `"${digest(bytes)}"`,
      'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}`,
    });
    response.write(bytes.subarray(0, 18 << 20), () => response.destroy());
    return undefined;
  });
  const source = await fetched(admin, 'large.csv', '/large.csv');
  expect(source).toMatchObject({ state: 'ready' });
  expect(digest(await stored(source.dataset_id))).toBe(digest(bytes));
  const ranges = askedAt('/large.csv').map(({ headers }) => headers.range);
  expect(ranges).toEqual(['bytes=0-', 'bytes=0-', `bytes=${16 << 20}-`]);
});

test('a worker that dies costs what it had not stored', async () => {
  const admin = await newAdmin();
  const bytes = randomBytes(20 << 20);
  answers.set(
    '/power-cut.csv',
    file(() => bytes),
  );
  await orderFault(stack.origin, 'dynamodb:UpdateItem', 'function dies', {
    containing: '"parts":{"N":"1"}',
    times: 1,
  });
  const { source_id } = await create(admin, 'power-cut.csv', { url: `${address}/power-cut.csv` });
  const source = await endedAfterDeath(admin, source_id);
  expect(source.state).toBe('ready');
  expect(digest(await stored(source.dataset_id))).toBe(digest(bytes));
  const ranges = askedAt('/power-cut.csv').map(({ headers }) => headers.range);
  expect(ranges).toEqual(['bytes=0-', 'bytes=0-', `bytes=${16 << 20}-`]);
});

test('nothing is asked inside, by an address or by what it leads on to', async () => {
  const admin = await newAdmin();
  for (const url of [
    'http://example.com/a.csv',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:169.254.169.254]/a.csv',
    'https://[::ffff:a9fe:a9fe]/a.csv',
    'https://2852039166/a.csv',
    'https://0xa.1/a.csv',
    'https://user@example.com/a.csv',
    'ftp://example.com/a.csv',
    'file:///etc/passwd',
  ]) {
    await expectFailure(create(admin, 'a.csv', { url }), 'SourceRefused');
  }
  const inside = [
    'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
    'https://[::ffff:10.0.0.1]/a.csv',
    'https://10.0.0.1/a.csv',
    'http://example.com/a.csv',
  ];
  for (const [i, location] of inside.entries()) {
    answers.set(`/leads-${i}`, (_, response) => void response.writeHead(302, { location }).end());
    expect(await fetched(admin, `leads-${i}.csv`, `/leads-${i}`)).toMatchObject({
      state: 'failed',
      problem: 'The address leads on to one that is no public https address.',
    });
  }
  answers.set('/round', (_, response) => {
    response.writeHead(302, { location: '/round' }).end();
  });
  const round = await fetched(admin, 'round.csv', '/round');
  expect(round.problem).toMatch(/leads on more than 3 times/);
  expect(askedAt('/round')).toHaveLength(4);
  answers.set('/moved', (_, response) => void response.writeHead(301, { location: '/a' }).end());
  answers.set(
    '/a',
    file(() => Buffer.from('id,text\n1,a\n')),
  );
  expect(await fetched(admin, 'moved.csv', '/moved')).toMatchObject({ state: 'ready' });
});

test('what is no file says why, and a compressed answer is stored as it is', async () => {
  const admin = await newAdmin();
  const say = (path: string, status: number, headers = {}, body: string | Buffer = '') =>
    answers.set(path, (_, response) => void response.writeHead(status, headers).end(body));
  say('/page', 200, { 'content-type': 'text/html; charset=utf-8' }, '<p>Sign in</p>');
  say('/private', 403);
  say('/empty', 200);
  say('/huge', 206, { 'content-range': 'bytes 0-1/999999999999', etag: '"1"' }, 'ab');
  say('/down', 503);
  const bomb = gzipSync(Buffer.alloc(50_000_000, 'a,b\n'));
  say('/bomb', 200, { 'content-encoding': 'gzip' }, bomb);
  const problems: [string, RegExp][] = [
    ['/page', /A web page is there/],
    ['/private', /refuses the file \(403\)/],
    ['/none', /no file there \(404\)/],
    ['/empty', /The file is empty/],
    ['/huge', /more than 100.00 GB/],
    ['/down', /cannot answer now \(503\)/],
  ];
  for (const [path, problem] of problems) {
    const source = await fetched(admin, `${path.slice(1)}.csv`, path);
    expect(source).toMatchObject({ state: 'failed', problem: expect.stringMatching(problem) });
  }
  // It may be better in a moment.
  expect(askedAt('/down')).toHaveLength(4);
  const mail = await waitForMail(stack.origin, admin.email, /^none.csv could not be fetched/);
  expect(JSON.stringify(mail)).toContain('no file there (404)');
  const kept = await fetched(admin, 'bomb.csv', '/bomb');
  expect(kept.state).toBe('ready');
  expect((await stored(kept.dataset_id)).length).toBe(bomb.length);
});

test('a file that changes meanwhile is never put together of two versions', async () => {
  const admin = await newAdmin();
  const versions = [1, 2].map((n) => Buffer.alloc(20 << 20, `${n},text\n`));
  let now = 0;
  answers.set('/changing.csv', (request, response) => {
    const bytes = versions[now]!;
    if (now > 0) return file(() => bytes)(request, response);
    response.writeHead(206, {
      etag: `"${digest(bytes)}"`,
      'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}`,
    });
    response.write(bytes.subarray(0, 17 << 20), () => {
      now = 1;
      response.destroy();
    });
    return undefined;
  });
  const source = await fetched(admin, 'changing.csv', '/changing.csv');
  expect(source.state).toBe('ready');
  expect(digest(await stored(source.dataset_id))).toBe(digest(versions[1]!));
});

test('a source that keeps failing is stopped, and goes on when somebody fetches it', async () => {
  const admin = await newAdmin();
  const { source_id } = await create(
    admin,
    'flaky.csv',
    { url: `${address}/flaky.csv` },
    { every: 'daily' },
  );
  for (let failures = 1; failures <= 5; failures++) {
    const source = await waitFor('a failure', async () => {
      const seen = await ended(admin, source_id);
      return seen.failures === failures ? seen : undefined;
    });
    expect(source.state).toBe(failures === 5 ? 'stopped' : 'failed');
    if (failures < 5) await wait(admin, '25h');
  }
  expect((await sourceOf(admin, source_id)).next_at).toBeUndefined();
  await waitForMail(stack.origin, admin.email, /flaky.csv is not fetched any more/);
  answers.set(
    '/flaky.csv',
    file(() => Buffer.from('id,text\n1,a\n')),
  );
  await admin.call('fetch-dataset-source', { params: { source_id } });
  const again = await ended(admin, source_id);
  expect(again).toMatchObject({ state: 'ready', failures: 0, next_at: expect.any(String) });
});

const account = '123456789012';

/** A customer's account with a bucket and a role that trusts an external id. */
async function newBucket(accountId: string, externalId: string, files: Record<string, string>) {
  const name = randomBytes(6).toString('hex');
  const bucket = `customer-${name}`;
  const role_arn = `arn:aws:iam::${account}:role/antecede-source-${name}`;
  const body = {
    arn: role_arn,
    trust: trustPolicyOf(accountId, externalId),
    policy: readPolicyOf(bucket),
    buckets: [bucket],
  };
  const answer = await fetch(`${stack.origin}/_local/customer-roles`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBe(200);
  for (const [Key, Body] of Object.entries(files)) {
    await store.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
  }
  return { bucket, role_arn };
}

test('files of a bucket become one dataset, in a role that trusts this organization alone', async () => {
  const [admin, other] = await Promise.all([newAdmin(), newAdmin()]);
  const { account_id, external_id } = await admin.call('list-dataset-sources', {});
  const place = await newBucket(account_id, external_id, {
    'exports/b.csv': 'id,text\n2,two\n',
    'exports/a.csv': 'id,text\n1,one\n',
    'exports/_SUCCESS': '',
    'elsewhere/c.csv': 'id,text,price\n3,three,7\n',
  });
  const s3 = { ...place, prefix: 'exports/' };
  await expectFailure(create(admin, 'all.csv', { s3 }), 'SourceRefused');
  const { source_id } = await create(admin, 'all.zip', { s3 });
  const all = await ended(admin, source_id);
  expect(all).toMatchObject({ state: 'ready', from: `s3://${place.bucket}/exports/*` });
  expect(await admin.call('get-dataset-files', { query: { key: all.dataset_id } })).toMatchObject({
    format: 'several',
    rows: [
      ['1', 'one'],
      ['2', 'two'],
    ],
  });
  const one = await create(admin, 'c.csv', { s3: { ...place, key: 'elsewhere/c.csv' } });
  const single = await ended(admin, one.source_id);
  expect((await stored(single.dataset_id)).toString()).toBe('id,text,price\n3,three,7\n');

  // Another organization knows the role, but cannot have us send this external id.
  const stolen = await create(other, 'all.zip', { s3 });
  expect(await ended(other, stolen.source_id)).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/^The role does not let us in/),
  });
  const problemOf = async (from: object) => {
    const source = await create(admin, 'd.csv', { s3: { ...place, key: 'a.csv', ...from } });
    return (await ended(admin, source.source_id)).problem;
  };
  expect(await problemOf({ key: 'none.csv' })).toMatch(/may not read|no such file/);
  expect(await problemOf({ bucket: datasetsBucket, key: all.dataset_id })).toMatch(
    /may not read the bucket/,
  );
  for (const wrong of [
    { role_arn: `arn:aws:iam::${account}:role/Administrator` },
    { region: 'us-east-1.attacker.example/' },
    { bucket: '../datasets' },
    { prefix: 'both' },
  ]) {
    const from = { s3: { ...place, key: 'a.csv', ...wrong } };
    await expectFailure(create(admin, 'e.csv', from), 'InvalidRequest');
  }
});

test('datasets are joined in their order, also if a worker dies, and again when one has changed', async () => {
  const [admin, other] = await Promise.all([newAdmin(), newAdmin()]);
  let text = 'id,text\n1,one\n';
  answers.set(
    '/z.csv',
    file(() => Buffer.from(text)),
  );
  answers.set(
    '/a.csv',
    file(() => Buffer.from('text,price\nthree,7\n')),
  );
  const z = await fetched(admin, 'z.csv', '/z.csv');
  const a = await fetched(admin, 'a.csv', '/a.csv');
  const both = { datasets: [z.dataset_id, a.dataset_id] };
  await expectFailure(create(other, 'joined.zip', both), 'DatasetNotFound');
  await expectFailure(create(admin, 'joined.csv', both), 'SourceRefused');
  await expectFailure(create(admin, 'j.zip', { datasets: [z.dataset_id] }), 'InvalidRequest');

  await orderFault(stack.origin, 'dynamodb:UpdateItem', 'function dies', {
    containing: '"parts":{"N":"1"}',
    times: 1,
  });
  const { source_id } = await create(admin, 'joined.zip', both, { every: 'daily' });
  const joined = await endedAfterDeath(admin, source_id);
  expect(joined).toMatchObject({ state: 'ready', kind: 'datasets', from: 'z.csv, a.csv', ...both });
  const seen = (key: string) => admin.call('get-dataset-files', { query: { key } });
  expect(await seen(joined.dataset_id)).toMatchObject({
    format: 'several',
    rows: [
      ['1', 'one', ''],
      ['', 'three', '7'],
    ],
    differences: [
      expect.stringMatching(/a.csv has other columns than 01\/z.csv: it lacks id .+ has price/),
    ],
  });
  // An archive gives its files, as one in an archive is not read.
  const again = await create(admin, 'again.zip', {
    datasets: [a.dataset_id, joined.dataset_id],
  });
  const nested = await ended(admin, again.source_id);
  expect(nested).toMatchObject({ state: 'ready' });
  expect(await seen(nested.dataset_id)).toMatchObject({
    rows: [
      ['three', '7', ''],
      ['one', '', '1'],
      ['three', '7', ''],
    ],
  });
  const circle = create(admin, 'z.zip', { datasets: [nested.dataset_id, z.dataset_id] });
  const { source_id: circleId } = await circle;
  await ended(admin, circleId);
  const ofItself = { datasets: [`org/${admin.orgId}/z.zip`, a.dataset_id] };
  await expectFailure(create(admin, 'joined.zip', ofItself), 'SourceRefused');

  text += '2,two\n';
  await admin.call('fetch-dataset-source', { params: { source_id: z.source_id } });
  await ended(admin, z.source_id);
  await wait(admin, '25h');
  await waitFor('the joined dataset with the new row', async () => {
    const preview = await seen(joined.dataset_id);
    return 'rows' in preview && preview.rows.length === 3;
  });
  await admin.call('delete-dataset-file', { query: { key: a.dataset_id } });
  await admin.call('fetch-dataset-source', { params: { source_id } });
  expect(await ended(admin, source_id)).toMatchObject({
    state: 'failed',
    problem: 'There is no dataset a.csv any more.',
  });
});
