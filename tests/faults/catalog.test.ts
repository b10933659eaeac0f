import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  GetFunctionConfigurationCommand,
  InvokeCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpXml, grantXml, pageXml, paperJson, proseOf } from '#ops/catalog/test-files/made-up.ts';
import { startCatalog } from '#ops/catalog/test-files/start-catalog.ts';
import { close, type Stack, startStack, stop } from '#tests/support/stack.ts';
import { waitFor } from '#tests/support/wait-for.ts';

let stack: Stack;
let dataDir: string;
let keys: Record<string, string>;
beforeAll(async () => {
  stack = await startStack();
  dataDir = stack.dataDir;
  const demo = await fetch(`${stack.origin}/_local/demo`);
  keys = ((await demo.json()) as { api_keys: Record<string, string> }).api_keys;
});
afterAll(() => close(stack));

/** `npm run catalog -- …` beside the stack. */
const catalog = (...args: string[]) =>
  startCatalog(args, { PORT: String(stack.port), LOCAL_DATA_DIR: dataDir });

async function find(index: string, query: string): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`${stack.origin}/api/v1/indexes/${index}/query`, {
    method: 'POST',
    headers: { 'x-api-key': keys[index]!, 'content-type': 'application/json' },
    body: JSON.stringify({ request: { conceptFeaturesString: query, maxNumItems: 3 } }),
  });
  const { foundItems } = (await answer.json()) as { foundItems: Record<string, unknown>[] };
  return foundItems;
}

/** Writes an input and gives the command that loads it into the stack. */
function loadCommand(id: string, name: string, content: string, ...options: string[]): string[] {
  const file = path.join(dataDir, name);
  writeFileSync(file, content);
  return ['load', id, '--from', file, '--out', path.join(dataDir, 'work'), ...options];
}

test('a load that is killed during its upload continues, is published, and is searchable', async () => {
  const papers = Array.from({ length: 16_000 }, (_, i) =>
    paperJson({ id: `3101.${i}`, title: `Paper ${i}`, abstract: proseOf(i, 200) }),
  );
  const glass = { id: '3102.1', abstract: 'Bowls of glass hum when a wet finger circles the rim.' };
  const command = loadCommand('arxiv', 'papers.json', papers.join('') + paperJson(glass));
  const whole = path.join(dataDir, 'whole');
  await catalog(...command.slice(0, -1), whole).exit;

  const upload = [...command, '--env', 'local', '--part-size', '5'];
  const checkpoint = path.join(dataDir, 'work/arxiv.checkpoint.json');
  const parts = () =>
    existsSync(checkpoint) ? JSON.parse(readFileSync(checkpoint, 'utf8')).parts : 0;
  const first = catalog(...upload);
  await waitFor('two parts', () => parts() >= 2 || first.child.exitCode !== null, { everyMs: 2 });
  first.child.kill('SIGKILL');
  await first.exit;
  expect(parts()).toBeGreaterThanOrEqual(2);

  const { code, printed } = await catalog(...upload).exit;
  expect({ code, printed }).toMatchObject({ code: 0 });
  expect(printed).toMatch(/Resuming after [\d,]+ rows[\s\S]*arxiv now serves the new dataset/);
  const s3 = new S3Client(stack.client);
  const Bucket = /^(\S+)\/data-catalog\/arxiv\.csv$/m.exec(printed)?.[1];
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: 'data-catalog/arxiv.csv' }));
  const stored = Buffer.from(await Body!.transformToByteArray());
  expect(stored.equals(readFileSync(path.join(whole, 'arxiv.csv')))).toBe(true);
  expect(existsSync(checkpoint)).toBe(false);
  const [found] = await find('arxiv', 'wet finger on the rim of a glass bowl');
  expect(found).toMatchObject({
    id: '3102.1',
    doi: '10.9999/made.up.1',
    update_date: '2031-02-10',
  });
});

test('patents and an encyclopedia replace the samples for good, with all their columns', async () => {
  const grants = grantXml() + grantXml({ number: '19000002', title: 'A teapot' });
  const pages = dumpXml([
    pageXml(),
    pageXml({ id: 2, title: 'Teapot', text: 'It holds [[tea]].' }),
  ]);
  const loads = [
    catalog(...loadCommand('us_patents', 'ipg.xml', grants, '--env', 'local')),
    catalog(...loadCommand('wikipedia', 'pages.xml', pages, '--env', 'local')),
  ];
  for (const { exit } of loads) expect(await exit).toMatchObject({ code: 0 });
  const [kite] = await find('us_patents', 'folding kite');
  expect(kite).toMatchObject({
    ucid: 'US-19000001-B2',
    priority_date: '2028-04-01',
    cpc: 'A63H27/082; B64C31/06',
    inventors: 'Ada Plum; Bo Fig',
  });
  const harmonica = () => find('wikipedia', 'harmonica played with wet fingers');
  const link = 'https://en.wikipedia.org/wiki/Glass_harmonica';
  expect((await harmonica())[0]).toMatchObject({ link });
  // As after a change of the engine, for which samples are built again.
  await stop(stack);
  const file = path.join(dataDir, 'bootstrap.json');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"hash": "\w+"/g, '"hash": "older"'));
  stack = await startStack({ dataDir, port: stack.port });
  await fetch(`${stack.origin}/_local/demo`);
  expect((await harmonica())[0]).toMatchObject({ link });
  expect(await find('us_patents', 'folding kite')).toHaveLength(2);
});

test('documents of a patent load that is killed are complete, served, and replace the former ones', async () => {
  const former = await keysBelow('patent-documents/');
  expect(former.length).toBeGreaterThan(0);
  const grants = Array.from({ length: 2000 }, (_, i) =>
    grantXml({ number: String(19_100_000 + i), description: proseOf(i, 500) }),
  );
  const command = loadCommand('us_patents', 'ipg2.xml', grants.join(''));
  const upload = [...command, '--env', 'local', '--part-size', '5', '--texts', 'description'];
  const checkpoint = path.join(dataDir, 'work/us_patents.checkpoint.json');
  const parts = () =>
    existsSync(checkpoint) ? JSON.parse(readFileSync(checkpoint, 'utf8')).parts : 0;
  const first = catalog(...upload);
  await waitFor('a part', () => parts() >= 1 || first.child.exitCode !== null, { everyMs: 2 });
  first.child.kill('SIGKILL');
  await first.exit;
  // The version published before still serves.
  expect((await readPatent('US-19000001-B2')).status).toBe(200);
  expect((await readPatent('US-19100000-B2')).status).toBe(404);

  expect(await catalog(...upload).exit).toMatchObject({ code: 0 });
  const stored = await keysBelow('patent-documents/');
  const documents = stored.filter((key) => /\/US-[^/]+\.json\.gz$/.test(key));
  expect(documents).toHaveLength(2000);
  expect(stored.filter((key) => former.includes(key))).toEqual([]);
  const last = await readPatent('US 19,101,999 B2');
  expect(await last.json()).toMatchObject({
    ucid: 'US-19101999-B2',
    claims: [{ number: 1 }, { number: 2, dependsOn: [1] }],
    paragraphs: [{ heading: 'BACKGROUND' }, { number: 2 }],
  });
  expect((await readPatent('US-19000001-B2')).status).toBe(404);
});

test('a weekly delivery reaches documents at once and search by a build of its own', async () => {
  const found = async (query: string) => (await find('us_patents', query)).map(({ ucid }) => ucid);
  const week = path.join(dataDir, 'week');
  mkdirSync(week);
  const tuba = { number: '19200000', title: 'A tuba', description: 'Its bell is of brass foil.' };
  const corrected = { number: '19100001', title: 'A xylophone', description: 'Bars of rosewood.' };
  writeFileSync(path.join(week, 'ipg.xml'), grantXml(tuba) + grantXml(corrected));
  writeFileSync(
    path.join(week, 'docdb.xml'),
    `<exch:exchange-documents xmlns:exch="http://www.epo.org/exchange"><exch:exchange-document country="US" doc-number="19100002" kind="B2" status="D"/></exch:exchange-documents>`,
  );
  const add = ['load', 'us_patents', '--add', '--from', week, '--env', 'local'];
  const texts = ['--texts', 'description', '--out', path.join(dataDir, 'work')];
  const { code, printed } = await catalog(...add, ...texts).exit;
  expect({ code, printed }).toMatchObject({ code: 0 });
  expect(printed).toMatch(/1 added, [\d,]+ changed, 1 withdrawn[\s\S]*now serves the new dataset/);
  expect(await found('bell of a tuba, of brass foil')).toContain('US-19200000-B2');
  expect((await found('xylophone with bars of rosewood'))[0]).toBe('US-19100001-B2');
  const withdrawn = await readPatent('US-19100002-B2');
  expect(await withdrawn.json()).toMatchObject({ withdrawn: true });
  expect(await rowsOf('US-19100002-B2')).toBe(0);
  expect(await rowsOf('US-19100003-B2')).toBe(1);
  expect(await keysBelow('data-catalog/us_patents.deliveries/')).toEqual([]);

  // A full load that began before the delivery does not have it.
  const lambda = new LambdaClient(stack.client);
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: 'antecede-local-load-catalog',
      Payload: JSON.stringify({
        index_id: 'us_patents',
        documents_version: 'full',
        replaces: 'before',
      }),
    }),
  );
  expect(FunctionError).toBe('Unhandled');
  expect(Payload!.transformToString()).toMatch(/Deliveries were added since this load began/);
});

/** How many rows of the dataset a document has. */
async function rowsOf(ucid: string): Promise<number> {
  const s3 = new S3Client(stack.client);
  const { Body } = await s3.send(
    new GetObjectCommand({ Bucket: await datasetsBucket(), Key: 'data-catalog/us_patents.csv' }),
  );
  return (await Body!.transformToString()).split(`\n${ucid},`).length - 1;
}

const readPatent = (ucid: string) =>
  fetch(`${stack.origin}/api/get-patent-text`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ucid }),
  });

async function datasetsBucket(): Promise<string> {
  const { Environment } = await new LambdaClient(stack.client).send(
    new GetFunctionConfigurationCommand({ FunctionName: 'antecede-local-load-catalog' }),
  );
  return Environment!.Variables!.BUCKET_DATASETS!;
}

async function keysBelow(Prefix: string): Promise<string[]> {
  const s3 = new S3Client(stack.client);
  const Bucket = await datasetsBucket();
  const keys: string[] = [];
  for (let after: string | undefined; ; ) {
    const { Contents = [], NextContinuationToken } = await s3.send(
      new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: after }),
    );
    keys.push(...Contents.map(({ Key }) => Key!));
    after = NextContinuationToken;
    if (!after) return keys;
  }
}

test('an index is built again from the dataset that is there', async () => {
  const { code, printed } = await catalog('build', 'wikipedia', '--env', 'local').exit;
  expect({ code, printed }).toMatchObject({ code: 0 });
});

test('the local Lambda tells an operator what a function is set to, and how it failed', async () => {
  const lambda = new LambdaClient(stack.client);
  const FunctionName = 'antecede-local-load-catalog';
  const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  expect(Environment?.Variables).toHaveProperty('BUCKET_DATASETS');
  const Payload = JSON.stringify({ index_id: 'recipes' });
  const { FunctionError, Payload: answer } = await lambda.send(
    new InvokeCommand({ FunctionName, Payload }),
  );
  expect(FunctionError).toBe('Unhandled');
  expect(JSON.parse(answer!.transformToString())).toEqual({
    errorType: 'Error',
    errorMessage: 'There is no file data-catalog/recipes.csv in the Datasets bucket',
  });
  const unknown = new InvokeCommand({ FunctionName: 'antecede-local-no-such' });
  await expect(lambda.send(unknown)).rejects.toThrow(ResourceNotFoundException);
  const check = new InvokeCommand({ FunctionName, InvocationType: 'DryRun' });
  await expect(lambda.send(check)).rejects.toThrow(/invocations of type DryRun/);
});
