import {
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FORMAT_VERSION, OLDEST_VERSION } from '#engine';
import type { Assembly } from '#local/assembly/load-assembly.ts';
import { formatDay } from '#shared/format-day.ts';
import { readMailbox, waitForMail } from '#tests/api/support/cognito.ts';
import {
  animals,
  createIndex,
  firstKey,
  getIndex,
  upload,
  waitForBuild,
  waitForRebuild,
} from '#tests/api/support/datasets.ts';
import { expectFailure } from '#tests/api/support/expect-failure.ts';
import { orderFault } from '#tests/api/support/order-fault.ts';
import { invite, newAddress, newAdminAt } from '#tests/api/support/people.ts';
import { advanceClock, readClock } from '#tests/support/clock.ts';
import { assemblyOf, close, type Stack, startStack } from '#tests/support/stack.ts';
import { tracesOf } from '#tests/support/traces.ts';

let stack: Stack;
let assembly: Assembly;
beforeAll(async () => {
  stack = await startStack();
  assembly = await assemblyOf(stack);
});
afterAll(() => close(stack));

const advance = (duration: string) => advanceClock(stack.origin, duration);

/** What a function of the stack is told under this name. */
const told = (variable: string) =>
  assembly.functions.map(({ environment }) => environment[variable]).find(Boolean)!;

/** Leaves an index as a crash between writing its record and starting the workflow would. */
async function forgetBuild(indexId: string): Promise<void> {
  await new DynamoDBClient(stack.client).send(
    new UpdateItemCommand({
      TableName: told('TABLE_INDEXES'),
      Key: { pk: { S: `INDEX#${indexId}` }, sk: { S: 'INDEX' } },
      UpdateExpression:
        'SET build_id = :id, build_started_at = :now, gsi2pk = :pk, gsi2sk = :now REMOVE manifest_key, failure',
      ExpressionAttributeValues: {
        ':id': { S: 'bld_forgotten' },
        ':now': { S: (await readClock(stack.origin)).toISOString() },
        ':pk': { S: 'BUILDING' },
      },
    }),
  );
}

test('admins get one mail a week before a key ends', async () => {
  const admin = await newAdminAt(stack.origin);
  const now = await readClock(stack.origin);
  const expires_at = new Date(now.getTime() + 8 * 86_400_000).toISOString();
  const body = { org_id: admin.orgId, index: 'arxiv', name: 'Shop', restrictions: { expires_at } };
  await admin.call('create-index-key', { body });
  const nightly = { name: 'Nightly', scopes: ['keys:read' as const], days: 8 };
  await admin.call('create-management-key', { body: nightly });
  await admin.call('create-management-key', { body: { ...nightly, name: 'Short', days: 7 } });
  const revoked = await admin.call('create-management-key', { body: { ...nightly, name: 'Gone' } });
  await admin.call('delete-management-key', { params: { key_id: revoked.id }, query: {} });
  await advance('15m');
  const ofKey = async () =>
    (await readMailbox(stack.origin, admin.email)).filter(({ subject }) =>
      subject.startsWith('The key'),
    );
  expect(await ofKey()).toEqual([]);
  await advance('25h');
  const mail = await waitForMail(stack.origin, admin.email, /^The key Shop of arxiv ends soon$/i);
  expect(mail.text).toContain(`From ${formatDay(expires_at)}, ${expires_at.slice(11, 16)} UTC on`);
  await waitForMail(stack.origin, admin.email, /^The key Nightly of your organization ends soon$/);
  await advance('45m');
  expect(await ofKey()).toHaveLength(2);
});

test('a build that was never started is started within a quarter of an hour', async () => {
  const admin = await newAdminAt(stack.origin);
  const { item_id } = await createIndex(admin, 'A', await upload(admin, 'a.csv', animals));
  await waitForBuild(admin, item_id);
  await forgetBuild(item_id);
  expect(await getIndex(admin, item_id)).toMatchObject({ status: 'Processing' });

  await advance('20m');
  expect(await waitForBuild(admin, item_id)).toMatchObject({ status: 'Active', rows: 6 });
  await waitForMail(stack.origin, admin.email, /Your index A is ready/);
});

/** Runs a job to its end, whenever it is due. */
async function run(job: string): Promise<void> {
  const { name } = assembly.functions.find((one) => one.name.endsWith(`-${job}`))!;
  const lambda = new LambdaClient(stack.client);
  const { FunctionError } = await lambda.send(new InvokeCommand({ FunctionName: name }));
  expect(FunctionError).toBeUndefined();
}

const sweep = () => run('sweep-builds');

/** Folders of the builds of which an index has files. */
async function foldersOf(prefix: string): Promise<string[]> {
  const s3 = new S3Client({ ...stack.client, forcePathStyle: true });
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket: told('BUCKET_INDEXES'), Prefix: prefix }),
  );
  const folders = Contents.map(({ Key }) => Key!.slice(0, Key!.indexOf('/', prefix.length) + 1));
  return [...new Set(folders)];
}

/** Says of a build that it is superseded, rightly or not. */
async function supersede(indexId: string, folder: string): Promise<void> {
  await new DynamoDBClient(stack.client).send(
    new PutItemCommand({
      TableName: told('TABLE_INDEXES'),
      Item: {
        pk: { S: `INDEX#${indexId}` },
        sk: { S: `SUPERSEDED#${folder}` },
        index_id: { S: indexId },
        folder: { S: folder },
        gsi2pk: { S: 'SUPERSEDED' },
        gsi2sk: { S: (await readClock(stack.origin)).toISOString() },
      },
    }),
  );
}

test('files of replaced and failed builds go an hour later, those that serve never', async () => {
  const admin = await newAdminAt(stack.origin);
  const { item_id } = await createIndex(admin, 'B', await upload(admin, 'b.csv', animals));
  await waitForBuild(admin, item_id);
  const apiKey = await firstKey(admin, item_id);
  const prefix = `org/${admin.orgId}/${item_id}/`;
  const first = await foldersOf(prefix);
  expect(first).toHaveLength(1);

  const rebuild = async (content: string) => {
    await upload(admin, 'b.csv', content);
    return waitForRebuild(
      admin,
      await admin.call('rebuild-index', { body: { index_id: item_id } }),
    );
  };
  expect(await rebuild(animals.replace('Salmon', 'Trout'))).toMatchObject({ status: 'Active' });
  const both = await foldersOf(prefix);
  expect(both).toHaveLength(2);
  const serving = both.find((folder) => !first.includes(folder))!;
  // An unclosed quote is found when the file is planned.
  expect(await rebuild('id,title,text\n1,a,"b, c"\n2,a,b\n3,a,"b, c\n')).toHaveProperty('failure');
  await supersede(item_id, serving);

  await advance('50m');
  await sweep();
  expect(await foldersOf(prefix)).toEqual(expect.arrayContaining(both));
  await advance('20m');
  await sweep();
  expect(await foldersOf(prefix)).toEqual([serving]);
  const { foundItems } = await admin.call('query-index', {
    params: { index_id: item_id },
    body: { request: { conceptFeaturesString: 'trout', maxNumItems: 1 } },
    apiKey,
  });
  expect(foundItems[0]).toMatchObject({ title: 'Trout' });
});

/** Makes record and manifest of an index say that an earlier release has built it. */
async function backdate(indexId: string, folder: string): Promise<void> {
  const s3 = new S3Client({ ...stack.client, forcePathStyle: true });
  await s3.send(
    new PutObjectCommand({
      Bucket: told('BUCKET_INDEXES'),
      Key: `${folder}manifest.json`,
      Body: JSON.stringify({ formatVersion: OLDEST_VERSION - 1 }),
    }),
  );
  const dynamodb = new DynamoDBClient(stack.client);
  const TableName = told('TABLE_INDEXES');
  await dynamodb.send(
    new UpdateItemCommand({
      TableName,
      Key: { pk: { S: `INDEX#${indexId}` }, sk: { S: 'INDEX' } },
      UpdateExpression: 'REMOVE format_version',
    }),
  );
  await dynamodb.send(
    new DeleteItemCommand({ TableName, Key: { pk: { S: 'RENEWAL' }, sk: { S: 'RENEWAL' } } }),
  );
}

test('an index of an earlier release is built again once, and nobody gets a mail', async () => {
  const admin = await newAdminAt(stack.origin);
  const { item_id } = await createIndex(admin, 'C', await upload(admin, 'c.csv', animals));
  await waitForBuild(admin, item_id);
  await waitForMail(stack.origin, admin.email, /Your index C is ready/);
  const prefix = `org/${admin.orgId}/${item_id}/`;
  const [first] = await foldersOf(prefix);
  await backdate(item_id, first!);
  const apiKey = await firstKey(admin, item_id);
  const ask = () =>
    admin.call('query-index', {
      params: { index_id: item_id },
      body: { request: { conceptFeaturesString: 'mammals', maxNumItems: 1 } },
      apiKey,
    });
  const refused = await expectFailure(ask(), 'Busy');
  expect(refused.message).toContain('built again');
  expect(refused.retryAfter).toBe('60');
  await expectFailure(admin.call('get-index-quality', { query: { index_id: item_id } }), 'Busy');
  await sweep();
  await waitForRebuild(admin, await getIndex(admin, item_id));
  expect((await ask()).foundItems).toHaveLength(1);
  const [second] = (await foldersOf(prefix)).filter((folder) => folder !== first);
  expect(second).toBeDefined();
  expect(await tracesOf(stack, `INDEX#${item_id}`)).toContainEqual(
    expect.stringContaining(`"format_version":${FORMAT_VERSION}`),
  );

  await backdate(item_id, second!);
  await sweep();
  expect((await foldersOf(prefix)).length, 'not again for this format').toBe(2);
  expect(await getIndex(admin, item_id)).toMatchObject({ status: 'Active', rows: 6 });
  const mails = await readMailbox(stack.origin, admin.email);
  expect(mails.filter(({ subject }) => /index C/.test(subject))).toHaveLength(1);
});

test('an account that could not be deleted with its record is deleted later', async () => {
  const admin = await newAdminAt(stack.origin);
  const email = newAddress();
  await invite(admin, email);
  // The SDK tries three times; the job's first run meets the failure too.
  await orderFault(stack.origin, 'cognito-idp:AdminDeleteUser', 'InternalErrorException', {
    containing: 'Username',
    times: 6,
  });
  const removed = await admin.call('remove-user', {
    body: { username: email, org_id: admin.orgId, auth_user_id: admin.authUserId },
  });
  expect(removed).toMatchObject({ email });
  expect((await admin.call('list-users', { query: {} })).items).toHaveLength(1);
  await expectFailure(invite(admin, email), 'Busy');
  await run('close-accounts');
  await expectFailure(invite(admin, email), 'Busy');
  await run('close-accounts');
  await invite(admin, email);
  await waitForMail(stack.origin, email, /^Your invitation/);
});
