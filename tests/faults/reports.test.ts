/** What goes wrong while reports are made and mailed: one report, one mail, none half-made. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personHash } from '#core/storage/person-hash.ts';
import { reportSettings } from '#functions/reports/report-settings.ts';
import { startCatalog } from '#ops/catalog/test-files/start-catalog.ts';
import type { Client } from '#shared/client.ts';
import { limits } from '#shared/limits.ts';
import type { ReportKind } from '#shared/report/report.ts';
import { indexes } from '#tables/indexes.ts';
import { reports } from '#tables/reports.ts';
import { waitForMail } from '#tests/api/support/cognito.ts';
import { expectFailure } from '#tests/api/support/expect-failure.ts';
import { orderFault } from '#tests/api/support/order-fault.ts';
import { clientAt } from '#tests/api/support/people.ts';
import {
  destinationOf,
  linkIn,
  newMailbox,
  reportMails,
  requestReport,
  waitForReport,
} from '#tests/api/support/reports.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { assemblyOf, close, type Stack, startStack, stop } from '#tests/support/stack.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type KillPoint, killPoints, plugAt } from './support/kill-point.ts';

const patent = 'US-99030012-B2';

let stack: Stack;
let call: Client;
let Bucket: string;
let tables: { indexes: string; reports: string };
beforeAll(async () => {
  stack = await startStack();
  call = clientAt(stack.origin);
  const { functions } = await assemblyOf(stack);
  const told = (name: string) =>
    functions.map(({ environment }) => environment[name]).find(Boolean)!;
  Bucket = told('BUCKET_REPORTS');
  tables = { indexes: told('TABLE_INDEXES'), reports: told('TABLE_REPORTS') };
});
afterAll(() => close(stack));

/** Asks for a report with an address whose owner has confirmed it. */
async function ask(kind: ReportKind, ucid: string, email: string) {
  const known = {
    ...reports.address.key({ mailbox_hash: personHash(email) }),
    email,
    token_hash: '0'.repeat(64),
    confirmed_at: new Date().toISOString(),
    expires_at: Date.now() / 1000 + 10 * 365 * 86_400,
  };
  const database = DynamoDBDocumentClient.from(new DynamoDBClient(stack.client));
  await database.send(new PutCommand({ TableName: tables.reports, Item: known }));
  return requestReport(call, kind, ucid, email);
}

/** Keys of what is stored of the reports on a patent. */
async function filesOf(kind: ReportKind, ucid: string): Promise<string[]> {
  const { Contents = [] } = await new S3Client({ ...stack.client, forcePathStyle: true }).send(
    new ListObjectsV2Command({ Bucket, Prefix: `made/${kind}/${ucid}/` }),
  );
  return Contents.map(({ Key }) => Key!);
}

/** Everybody who asked has got one mail, and the report is there once, whole. */
async function expectOneReport(kind: ReportKind, ucid: string, emails: readonly string[]) {
  for (const email of emails) {
    const mail = await waitForReport(stack.origin, email);
    expect(await reportMails(stack.origin, email), email).toHaveLength(1);
    const pdf = await (await fetch(linkIn(mail))).text();
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    expect(pdf.trimEnd().slice(-5)).toBe('%%EOF');
  }
  const files = await filesOf(kind, ucid);
  expect(files.filter((key) => key.endsWith('.pdf'))).toHaveLength(1);
}

test('people who ask for the same report at once get one mail each, of one report', async () => {
  const emails = Array.from({ length: 6 }, newMailbox);
  // Two of them click twice.
  await Promise.all(
    [...emails, ...emails.slice(0, 2)].map((email) => ask('invalidation', patent, email)),
  );
  await expectOneReport('invalidation', patent, emails);
  expect(await filesOf('invalidation', patent)).toHaveLength(2);
});

test('a report whose index is rebuilt meanwhile is thrown away, and made of the new build', async () => {
  const ucid = 'US-99040012-B2';
  const database = DynamoDBDocumentClient.from(new DynamoDBClient(stack.client));
  const index = { TableName: tables.indexes, Key: indexes.index.key({ index_id: 'us_patents' }) };
  const served = async () => (await database.send(new GetCommand(index))).Item!;
  const serve = (Item: Record<string, unknown>) =>
    database.send(new PutCommand({ TableName: tables.indexes, Item }));
  /** The build that an index record names. */
  const buildOf = ({ manifest_key }: Record<string, unknown>) =>
    String(manifest_key).split('/').at(-2)!;

  const before = await served();
  const rebuild = ['build', 'us_patents', '--env', 'local'];
  const environment = { PORT: String(stack.port), LOCAL_DATA_DIR: stack.dataDir };
  expect(await startCatalog(rebuild, environment).exit).toMatchObject({ code: 0 });
  const rebuilt = await served();
  expect(buildOf(rebuilt)).not.toBe(buildOf(before));
  // The build takes as long as it takes: that it is published at the wrong moment is the test's doing.
  await serve(before);
  const email = newMailbox();
  await ask('invalidation', ucid, email);
  const { pk } = reports.report.key({ kind: 'invalidation', ucid, version: '' });
  const isTakenUp = async () => {
    const { Items = [] } = await database.send(
      new QueryCommand({
        TableName: tables.reports,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        ConsistentRead: true,
      }),
    );
    return Items.some(({ tries }) => tries === 1);
  };
  await waitFor('a worker', isTakenUp, { everyMs: 2 });
  await serve(rebuilt);

  await waitFor('the end of the attempt', () =>
    /report not made.*The index was rebuilt/.test(stack.printed()),
  );
  expect(await filesOf('invalidation', ucid)).toEqual([]);
  expect(await reportMails(stack.origin, email)).toEqual([]);
  await advanceClock(stack.origin, `${reportSettings.retrySeconds + 1}s`);
  await expectOneReport('invalidation', ucid, [email]);
  for (const key of await filesOf('invalidation', ucid)) {
    expect(key).toContain(`/${buildOf(rebuilt)}-rules-`);
  }
  const { report } = await call('get-invalidation-report', { query: { ucid } });
  expect(report.record.index.version).toBe(buildOf(rebuilt));
});

test('the owner of an address is asked later if the mail that asks could not be queued', async () => {
  const email = newMailbox();
  await orderFault(stack.origin, 'sqs:SendMessage', 'InvalidMessageContents', {
    containing: 'report-confirm',
    times: 1,
  });
  const again = () => requestReport(clientAt(stack.origin), 'prior-art', 'US-99010012-B2', email);
  await expect(again()).rejects.toThrow('There was a problem with the server');
  await advanceClock(stack.origin, '61s');
  await again();
  await waitForMail(stack.origin, email, /confirm your address/);
});

describe('a report that cannot be published', () => {
  const failPublishing = (times: number) =>
    orderFault(stack.origin, 'dynamodb:TransactWriteItems', 'ValidationException', {
      containing: 'SET #status = :ready',
      times,
    });
  const failures = () => stack.printed().split('report not made').length - 1;

  /** Lets the worker try again once it has failed `times` more than before. */
  async function retryAfter(before: number, times: number) {
    await waitFor(`failure ${times}`, () => failures() >= before + times);
    await advanceClock(stack.origin, `${reportSettings.retrySeconds + 1}s`);
  }

  test('is published later, with the content that was checked already', async () => {
    const ucid = 'US-99010012-B2';
    await failPublishing(1);
    const before = failures();
    const email = newMailbox();
    await ask('prior-art', ucid, email);
    await waitFor('the failure', () => failures() > before);
    const stored = await filesOf('prior-art', ucid);
    expect(stored).toHaveLength(2);
    await expectFailure(call('get-prior-art', { query: { ucid } }), 'ReportNotFound');
    await retryAfter(before, 1);
    await expectOneReport('prior-art', ucid, [email]);
    expect(await filesOf('prior-art', ucid)).toEqual(stored);
  });

  test('is given up in the end: those who wait are told so once, and can ask again', async () => {
    const ucid = 'US-99050011-B2';
    await failPublishing(reportSettings.tries);
    const before = failures();
    const email = newMailbox();
    await ask('prior-art', ucid, email);
    for (let times = 1; times <= reportSettings.tries; times++) await retryAfter(before, times);
    await waitForMail(stack.origin, email, /could not be made$/);
    expect(await call('check-prior-art', { query: { ucid } })).toEqual({
      exists: false,
      status: 'failed',
    });
    expect(await reportMails(stack.origin, email)).toHaveLength(1);
    const second = newMailbox();
    await ask('prior-art', ucid, second);
    await waitForMail(stack.origin, second, /could not be made$/);
    await advanceClock(stack.origin, `${reportSettings.failedSeconds + 1}s`);
    await ask('prior-art', ucid, email);
    await waitForReport(stack.origin, email);
  });
});

test('a mail that the mail service refuses for a while arrives once', async () => {
  const ucid = 'US-99070012-B2';
  const email = newMailbox();
  await orderFault(stack.origin, 'ses:SendEmail', 'MessageRejected', {
    containing: email,
    times: 1,
  });
  await ask('invalidation', ucid, email);
  await waitFor('the refusal', () => stack.printed().includes('send-mail: message not handled'));
  expect(await reportMails(stack.origin, email)).toHaveLength(0);
  // When its message is visible again.
  await advanceClock(stack.origin, '4m');
  await expectOneReport('invalidation', ucid, [email]);
});

test('a mail that was sent, but could not be noted as sent, does not arrive again', async () => {
  const ucid = 'US-99100012-B2';
  await orderFault(stack.origin, 'dynamodb:UpdateItem', 'AccessDeniedException', {
    containing: 'SET sent_at',
    times: 1,
  });
  const email = newMailbox();
  await ask('invalidation', ucid, email);
  await waitFor('the failure', () => stack.printed().includes('Ordered by a test.'));
  // Had its message stayed in the queue, it would be visible again, before that of the next mail.
  await advanceClock(stack.origin, '10m');
  const second = newMailbox();
  await ask('invalidation', ucid, second);
  await expectOneReport('invalidation', ucid, [second, email]);
});

test('a link ends after its days, and a new request gives another', async () => {
  const email = newMailbox();
  await ask('invalidation', patent, email);
  const link = linkIn(await waitForReport(stack.origin, email));
  await advanceClock(stack.origin, `${limits.reportLinkDays * 24 - 1}h`);
  expect(await destinationOf(link)).toContain('X-Amz-Signature');
  await advanceClock(stack.origin, '1h');
  const page = `${stack.origin}/generate-invalidation/${patent}?link-expired=1`;
  expect(await destinationOf(link)).toBe(page);
  await ask('invalidation', patent, email);
  await waitFor('another mail', async () => {
    const mails = await reportMails(stack.origin, email);
    return mails.length === 2;
  });
});

describe('when the plug is pulled while a report is made', () => {
  const seed = Number(process.env.KILL_SEED ?? 20_261_122);
  /** From the request to the mail it takes some fifty calls of AWS services. */
  const points = killPoints(seed, 6, 50);
  const ucids = [
    'US-99110012-B2',
    'US-99120012-B2',
    'US-99020012-B2',
    'US-99060012-B2',
    'US-99080012-B2',
    'US-99090012-B2',
  ];

  test.each(points.map((point, round) => ({ ...point, ucid: ucids[round]! })))(
    'at call $call, $moment, there are one report and one mail afterwards',
    ({ ucid, ...point }) => expectDespite(point, ucid),
  );

  test('before a worker has taken the report up, it is not delayed for longer', () =>
    // Two messages are sent with the request; the worker claims the report by its third call.
    expectDespite(
      { from: 'AmazonSQS.SendMessage', call: 4, moment: 'before the answer' },
      'US-99100012-B2',
    ));

  /** Asks for a report, pulls the plug, starts again, and expects the report as soon as another worker may make it. */
  async function expectDespite(point: KillPoint, ucid: string): Promise<void> {
    const { port, dataDir } = stack;
    await stop(stack);
    stack = await startStack({ port, dataDir, environment: plugAt(point) });
    const email = newMailbox();
    const asked = await ask('invalidation', ucid, email).then(
      () => true,
      () => false,
    );
    await stack.exit;
    stack = await startStack({ port, dataDir });
    // Nobody has heard that the request was taken: people try again.
    if (!asked) await ask('invalidation', ucid, email);
    // By then another worker has taken up what one held.
    await advanceClock(stack.origin, `${reportSettings.takeUpSeconds + 20}s`);
    await waitForReport(stack.origin, email);
    await advanceClock(stack.origin, '30m');
    await expectOneReport('invalidation', ucid, [email]);
  }
});
