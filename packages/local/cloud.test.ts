import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPageFiles, synthesizeTestApp } from './assembly/test-app.ts';
import { type Cloud, type CloudOptions, startCloud } from './cloud.ts';

const sdk = new URL('../../node_modules/@aws-sdk/', import.meta.url).href;
const source = `
import { createRequire } from 'node:module';
const require = createRequire('${sdk}');
const { DynamoDBClient, GetItemCommand, PutItemCommand, ScanCommand } = require('@aws-sdk/client-dynamodb');
const { SQSClient, SendMessageCommand } = require('@aws-sdk/client-sqs');
const dynamodb = new DynamoDBClient({});
const sqs = new SQSClient({});
const { TABLE: TableName, QUEUE: QueueUrl } = process.env;
export const api = async ({ routeKey, body, pathParameters }) => {
  const Key = { pk: { S: pathParameters.id } };
  if (routeKey.startsWith('GET')) {
    const { Item } = await dynamodb.send(new GetItemCommand({ TableName, Key }));
    return Item ? { text: Item.text.S, date: new Date().toISOString() } : { statusCode: 404 };
  }
  if (routeKey.startsWith('POST')) {
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ id: pathParameters.id, text: body }) }));
    return { statusCode: 202 };
  }
  const error = await dynamodb.send(new ScanCommand({ TableName })).catch((error) => error);
  return { name: error.name, message: error.message };
};
export const job = async ({ Records }) => {
  for (const { body } of Records) {
    const { id, text } = JSON.parse(body);
    await dynamodb.send(new PutItemCommand({ TableName, Item: { pk: { S: id }, text: { S: text } } }));
  }
};
`;

let assemblyDir: string;
const webDir = mkdtempSync(join(tmpdir(), 'web-'));
const folders: string[] = [webDir];
const dataFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  folders.push(folder);
  return folder;
};
const start = (dataDir: string, options: Partial<CloudOptions> = {}) =>
  startCloud({ port: 0, dataDir, assemblyDir, webDir, ...options });

beforeAll(() => {
  for (const page of ['index', 'app']) {
    writeFileSync(join(webDir, `${page}.html`), `<title>${page}</title>`);
  }
  assemblyDir = synthesizeTestApp(({ stack, code }) => {
    const all = stack('all');
    addPageFiles(all);
    const table = new Table(all, 'Things', {
      billingMode: BillingMode.PAY_PER_REQUEST,
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const queue = new Queue(all, 'Work', { visibilityTimeout: Duration.seconds(30) });
    const lambda = (name: string) =>
      new Lambda(all, name, {
        runtime: Runtime.NODEJS_24_X,
        handler: `index.${name.toLowerCase()}`,
        code: Code.fromAsset(code('things', source)),
        timeout: Duration.seconds(10),
        environment: { TABLE: table.tableName, QUEUE: queue.queueUrl },
      });
    const api = lambda('Api');
    const job = lambda('Job');
    table.grant(api, 'dynamodb:GetItem');
    queue.grantSendMessages(api);
    table.grant(job, 'dynamodb:PutItem');
    job.addEventSource(new SqsEventSource(queue));
    new HttpApi(all, 'Http').addRoutes({
      path: '/api/things/{id}',
      methods: [HttpMethod.GET, HttpMethod.POST, HttpMethod.DELETE],
      integration: new HttpLambdaIntegration('Things', api),
    });
  });
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('a running cloud', () => {
  let cloud: Cloud;
  const dataDir = dataFolder();
  beforeAll(async () => {
    cloud = await start(dataDir);
  });
  afterAll(() => cloud.close());
  const get = (path: string, headers = {}) => fetch(`${cloud.origin}${path}`, { headers });
  const thing = async (id: string) =>
    (await (await get(`/api/things/${id}`)).json()) as { text: string; date: string };

  it('takes a request from the API through a queue into a table', async () => {
    const posted = await fetch(`${cloud.origin}/api/things/one`, {
      method: 'POST',
      body: 'hello',
      headers: { 'content-type': 'text/plain' },
    });
    expect(posted.status).toBe(202);
    await expect
      .poll(async () => (await get('/api/things/one')).status, { timeout: 120_000 })
      .toBe(200);
    expect((await thing('one')).text).toBe('hello');
  });

  it('denies what the function’s policies do not allow', async () => {
    const answer = await fetch(`${cloud.origin}/api/things/one`, { method: 'DELETE' });
    expect(await answer.json()).toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('dynamodb:Scan'),
    });
  });

  it('keeps its data, its clock and its keys over a restart', async () => {
    const advance = await fetch(`${cloud.origin}/_local/clock`, {
      method: 'POST',
      body: '{"advance":"22d"}',
    });
    const { now } = (await advance.json()) as { now: string };
    expect(Date.parse(now) - Date.now()).toBeGreaterThan(21.9 * 86_400_000);
    const key = cloud.credentials.accessKeyId;
    await cloud.close();
    cloud = await start(dataDir);
    const { text, date } = await thing('one');
    expect(text).toBe('hello');
    expect(Date.parse(date) - Date.now()).toBeGreaterThan(21.9 * 86_400_000);
    expect(cloud.credentials.accessKeyId).toBe(key);
  });

  it('adds up advances of its clock that arrive at the same time', async () => {
    const before = cloud.clock.now();
    const advance = () =>
      fetch(`${cloud.origin}/_local/clock`, { method: 'POST', body: '{"advance":"1h"}' });
    const answers = await Promise.all(Array.from({ length: 5 }, advance));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(cloud.clock.now() - before).toBeGreaterThanOrEqual(5 * 3_600_000);
  });

  it('refuses to set the clock back or to a nonsense', async () => {
    for (const advance of ['-1d', '1y', '', 5]) {
      const body = JSON.stringify({ advance });
      const answer = await fetch(`${cloud.origin}/_local/clock`, { method: 'POST', body });
      expect(answer.status).toBe(400);
    }
  });

  it('shows its mailbox to browsers as a page and to tools as JSON', async () => {
    expect(await (await get('/_local/mail', { accept: 'application/json' })).json()).toEqual([]);
    const page = await get('/_local/mail', { accept: 'text/html' });
    expect([page.headers.get('content-type'), await page.text()]).toEqual([
      'text/html; charset=utf-8',
      expect.stringContaining('<h1>Mailbox'),
    ]);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; .*base-uri 'none'/,
    );
  });

  it('keeps pages of other sites away from its local addresses', async () => {
    const { port } = new URL(cloud.origin);
    const { request } = await import('node:http');
    const status = (path: string, headers: Record<string, string>) =>
      new Promise((resolve) =>
        request({ port, path, headers }, (answer) => resolve(answer.resume().statusCode)).end(),
      );
    expect(await status('/_local/demo', { host: 'evil.example' })).toBe(403);
    expect(await status('/_local/aws/', { host: `evil.example:${port}` })).toBe(403);
    expect(
      await status('/_local/mail', { host: `localhost:${port}`, origin: 'http://evil.example' }),
    ).toBe(403);
    expect(await status('/v1/customers', { host: 'evil.example' })).toBe(403);
    expect(await status('/_local/mail', { host: `127.0.0.1:${port}` })).toBe(200);
  });

  it('serves the app for pages, and nothing outside of its folder', async () => {
    const page = await get('/indexes/idx_1');
    expect([page.status, await page.text()]).toEqual([200, '<title>app</title>']);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    // Without it fetch adds `no-cache`, which asks for the whole file.
    const revalidation = {
      'if-none-match': page.headers.get('etag')!,
      'cache-control': 'max-age=0',
    };
    const again = await get('/indexes/idx_1', revalidation);
    expect(again.status).toBe(304);
    expect((await get('/missing.js')).status).toBe(404);
    expect((await get('/..%2f..%2fetc/passwd.txt')).status).toBe(404);
    expect((await fetch(cloud.origin, { method: 'POST' })).status).toBe(405);
  });

  it('serves the API of Stripe to callers with the key of the installation', async () => {
    const { port, hostname } = new URL(cloud.origin);
    const stripe = new Stripe(cloud.stripe!.secretKey, { host: hostname, port, protocol: 'http' });
    const { id, email } = await stripe.customers.create({ email: 'pat@example.com' });
    expect(email).toBe('pat@example.com');
    expect((await stripe.customers.list()).data.map((customer) => customer.id)).toEqual([id]);
    expect((await get('/v1/customers')).status).toBe(401);
  });

  it('refuses a second instance on the same folder', async () => {
    await expect(start(dataDir)).rejects.toThrow(/Another instance uses the data folder/);
  });
});

it('answers the requests that arrived before it stops', async () => {
  const reported: string[] = [];
  const cloud = await start(dataFolder(), { report: (line) => reported.push(line) });
  const send = () => Array.from({ length: 8 }, (_, i) => fetch(`${cloud.origin}/api/things/${i}`));
  // Warm instances: the cloud waits five seconds for running requests, in which a busy machine may start none.
  await Promise.all(send());
  const arrived: string[] = [];
  const note = (event: unknown) => {
    const { url = '' } = (event as { request: IncomingMessage }).request;
    if (url.startsWith('/api/')) arrived.push(url);
  };
  subscribe('http.server.request.start', note);
  const requests = send();
  await expect.poll(() => arrived, { timeout: 120_000 }).toHaveLength(8);
  unsubscribe('http.server.request.start', note);
  await cloud.close();
  const answers = await Promise.all(requests);
  expect([answers.map(({ status }) => status), reported]).toEqual([Array(8).fill(404), []]);
});

it('serves no local Stripe if the real one is used', async () => {
  const cloud = await start(dataFolder(), { stripeSecretKey: 'sk_test_of_a_real_account' });
  expect(cloud.stripe).toBeUndefined();
  expect(await (await fetch(`${cloud.origin}/v1/customers`)).text()).toContain('<title>app');
  expect((await fetch(`${cloud.origin}/_local/stripe/authenticate`)).status).toBe(404);
  await cloud.close();
});

describe('a start that cannot succeed says what to do', () => {
  it('on a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(start(dataFolder(), { port })).rejects.toThrow(
      `Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`,
    );
    other.close();
  });

  it('on a folder that cannot be written', async () => {
    const file = join(dataFolder(), 'file');
    writeFileSync(file, '');
    await expect(start(join(file, 'data'))).rejects.toThrow(/cannot be written .* LOCAL_DATA_DIR=/);
  });

  it.each(['installation.json', 'clock'])('on a damaged %s', async (name) => {
    const dataDir = dataFolder();
    writeFileSync(join(dataDir, name), 'not what it was');
    await expect(start(dataDir)).rejects.toThrow(new RegExp(`${name}.*(damaged|number)`));
  });

  it('on a damaged table', async () => {
    const dataDir = dataFolder();
    await (await start(dataDir)).close();
    const file = join(dataDir, 'aws/dynamodb.sqlite');
    writeFileSync(file, Buffer.from('garbage'.repeat(1000)));
    await expect(start(dataDir)).rejects.toThrow(/dynamodb\.sqlite cannot be used/);
    expect(readFileSync(file, 'utf8')).toMatch(/^garbage/);
  });
});
