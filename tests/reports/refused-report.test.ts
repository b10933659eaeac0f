/** A report in which the checker finds a fault is neither stored nor sent; people and operators are told so. */
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { serializeManifest } from '#engine';
import { handler } from '#functions/reports/jobs/make-report.ts';
import { reportRules } from '#functions/reports/report-rules.ts';
import type { Report } from '#shared/report/report.ts';
import { buildSampleCatalogue } from './sample-catalogue.ts';

const ucid = 'US-99030012-B2';

/** The product's steps read this in place of S3 and DynamoDB. */
const catalogue = vi.hoisted(() => ({
  index: undefined as unknown,
  manifest: '',
  documents: new Map<string, unknown>(),
  /** What happens to a report after it is made, and before it is checked. */
  damage: (_: unknown) => {},
}));
vi.mock('#functions/search/query-published-index.ts', () => ({
  wholeIndex: (indexId: string) => indexId,
  queryPublishedIndex: async (_: string, ask: (index: unknown) => unknown) => ask(catalogue.index),
}));
vi.mock('#functions/indexes/indexes.ts', () => ({
  getIndex: async () => ({
    documents_version: 'sample',
    manifest_key: 'catalog/us_patents/build_1/manifest.json',
  }),
}));
vi.mock('#functions/indexes/indexes-bucket.ts', () => ({
  getObject: async () => Buffer.from(catalogue.manifest),
}));
vi.mock('#functions/patents/patent-documents.ts', () => ({
  getPatentDocument: async (_: string, wanted: string) => catalogue.documents.get(wanted),
  listUcids: async () => [],
  linksFrom: async () => ({ cited_by: {}, publications: {} }),
}));
vi.mock('#functions/reports/make-report.ts', async (importOriginal) => {
  const { makeReport } = await importOriginal<typeof import('#functions/reports/make-report.ts')>();
  return {
    makeReport: async (...args: Parameters<typeof makeReport>) => {
      const report = await makeReport(...args);
      catalogue.damage(report);
      return report;
    },
  };
});

const database = mockClient(DynamoDBDocumentClient);
const bucket = mockClient(S3Client);
const queues = mockClient(SQSClient);
let printed: string[];

beforeAll(async () => {
  const built = await buildSampleCatalogue();
  catalogue.index = built.index;
  catalogue.manifest = serializeManifest(built.manifest);
  catalogue.documents = new Map(built.patents.map((patent) => [patent.ucid, patent]));
});

beforeEach(() => {
  vi.stubEnv('TABLE_REPORTS', 'reports');
  vi.stubEnv('BUCKET_REPORTS', 'reports');
  vi.stubEnv('QUEUE_MAIL', 'https://queues.example/mail');
  vi.stubEnv('QUEUE_REPORTS', 'https://queues.example/reports');
  vi.stubEnv('PUBLIC_ORIGIN', 'https://antecede.example');
  printed = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
  answerAsAws();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const service of [database, bucket, queues]) service.reset();
});
afterAll(() => {
  for (const service of [database, bucket, queues]) service.restore();
});

/** One record of a report, one person who waits for it, and the files that are put into the bucket. */
function answerAsAws(): void {
  let record: Record<string, unknown> = {
    kind: 'invalidation',
    ucid,
    version: `build_1-rules-${reportRules.rulesVersion}`,
    status: 'making',
    created_at: '2026-11-22T12:00:00.000Z',
    worker: 'wrk_1',
    leased_until: '2026-11-22T12:00:00.000Z',
    tries: 1,
    expires_at: 4_000_000_000,
  };
  const request = {
    pk: `REQUESTS#invalidation#${ucid}`,
    sk: 'REQUEST#hash',
    request_id: 'req_1',
    kind: 'invalidation',
    ucid,
    email: 'ada@example.com',
    requested_at: '2026-11-22T12:00:00.000Z',
    expires_at: 4_000_000_000,
  };
  database.onAnyCommand().resolves({});
  database.on(UpdateCommand).callsFake(({ ExpressionAttributeValues: values }) => {
    if (values[':hash']) record = { ...record, content_hash: values[':hash'] };
    if (values[':failure']) record = { ...record, status: 'failed', failure: values[':failure'] };
    return { Attributes: record };
  });
  database.on(TransactWriteCommand).callsFake(({ TransactItems: items }) => {
    // With the report, its place as the latest one is written.
    if (items.length === 2) record = { ...record, status: 'ready' };
    return {};
  });
  database.on(GetCommand).callsFake(() => ({ Item: record }));
  database.on(QueryCommand).resolves({ Items: [request] });
  bucket.on(PutObjectCommand).resolves({});
  bucket.on(GetObjectCommand).callsFake(({ Key }) => {
    const put = bucket.commandCalls(PutObjectCommand).find(({ args }) => args[0].input.Key === Key);
    return { Body: { transformToByteArray: async () => put!.args[0].input.Body } };
  });
  queues.on(SendMessageCommand).resolves({});
}

async function serve(): Promise<void> {
  const body = JSON.stringify({ kind: 'invalidation', ucid });
  await handler({ Records: [{ body }] } as SQSEvent);
}

const storedFiles = () =>
  bucket.commandCalls(PutObjectCommand).map(({ args }) => args[0].input.Key!.split('.').at(-1));
const mails = () =>
  queues
    .commandCalls(SendMessageCommand, { QueueUrl: 'https://queues.example/mail' })
    .map(({ args }) => JSON.parse(args[0].input.MessageBody!) as Record<string, unknown>);

const damages: Record<string, (report: Report) => void> = {
  'one wrong word in a quote': ({ chart }) => {
    const { passages } = chart.find((cell) => cell.passages.length > 0)!;
    passages[0]!.quote = passages[0]!.quote.replace(/[a-z]/, 'x');
  },
  'a wrong tier': ({ art }) => {
    art[0]!.tier = art[0]!.tier === 'unknown' ? 'grace-year' : 'unknown';
  },
};

it.each(Object.keys(damages))('a report with %s is refused', async (name) => {
  catalogue.damage = (report) => damages[name]!(report as Report);
  await serve();
  expect(storedFiles()).toEqual([]);
  expect(mails()).toMatchObject([
    { template: 'report-failed', to: 'ada@example.com', data: { kind: 'invalidation', ucid } },
  ]);
  expect(JSON.stringify(mails())).toContain('This one did not pass');
  expect(printed.join('')).toContain('"refusedReports":1');
});

it('the same report without them is stored and sent', async () => {
  catalogue.damage = () => {};
  await serve();
  expect(storedFiles()).toEqual(['gz', 'pdf']);
  expect(mails()).toMatchObject([{ template: 'report-ready', to: 'ada@example.com' }]);
  expect(printed.join('')).toContain('"reports":1');
  expect(printed.join('')).not.toContain('refusedReports');
});
