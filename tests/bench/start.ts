/**
 * Measures a start: time to the first answer (first start with nothing built, and warm start), latency of warm
 * calls, idle memory, and the size of the web app's first load.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { waitFor } from '#tests/support/wait-for.ts';

const root = path.resolve(import.meta.dirname, '../..');
const port = Number(process.env.PORT ?? 3900);
const origin = `http://localhost:${port}`;

interface Row {
  figure: string;
  value: string;
  goal: string;
}

/** Starts a stack, and returns the seconds to its first answer. */
async function start(dataDir: string): Promise<{ child: ChildProcess; seconds: number }> {
  const startedAt = performance.now();
  // What `npm start` runs. npm itself would end before the stack has closed its data folder.
  const child = spawn(process.execPath, ['packages/local/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), LOCAL_DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const answers = () =>
    fetch(`${origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor('an answer', async () => {
    if (child.exitCode !== null) throw new Error('The stack has stopped.');
    return answers();
  });
  return { child, seconds: (performance.now() - startedAt) / 1000 };
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'close');
}

/** Seconds until all sample catalogues answer queries, from now. */
async function untilCatalogues(): Promise<number> {
  const startedAt = performance.now();
  const { api_keys } = await (await fetch(`${origin}/_local/demo`)).json();
  await waitFor('answers of all catalogues', async () => {
    const answers = await Promise.all(Object.keys(api_keys).map((id) => query(id, api_keys[id])));
    return answers.every(({ ok }) => ok);
  });
  return (performance.now() - startedAt) / 1000;
}

const query = (indexId: string, apiKey: string) =>
  fetch(`${origin}/api/v1/indexes/${indexId}/query`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ request: { conceptFeaturesString: 'solar powered aircraft' } }),
  });

/** Median and 99th percentile of a warm call in milliseconds. */
async function latency(call: () => Promise<Response>, calls = 200) {
  const times: number[] = [];
  for (let at = 0; at < calls + 20; at++) {
    const startedAt = performance.now();
    await (await call()).arrayBuffer();
    if (at >= 20) times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(1);
  return `${at(0.5)} / ${at(0.99)} ms`;
}

/** Signs the demo account in with its password. */
async function demoToken(): Promise<string> {
  const { email, password } = await (await fetch(`${origin}/_local/demo`)).json();
  const { userPoolClientId } = await (await fetch(`${origin}/config.json`)).json();
  const answer = await fetch(`${origin}/_local/aws/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: userPoolClientId,
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  });
  return (await answer.json()).AuthenticationResult.IdToken;
}

/** Resident memory of a process and its children in MB (Linux). */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
  const below = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => residentMb(Number(child))),
  );
  return below.reduce((sum, mb) => sum + mb, own);
}

const gzipKb = (bytes: Uint8Array) => gzipSync(bytes).length / 1024;

/** JavaScript of the first page: the scripts in index.html. */
async function initialScriptsKb(): Promise<number> {
  const page = await (await fetch(origin)).text();
  const scripts = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, url]) => url);
  const sizes = scripts.map(async (url) =>
    gzipKb(new Uint8Array(await (await fetch(origin + url)).arrayBuffer())),
  );
  return (await Promise.all(sizes)).reduce((sum, kb) => sum + kb, 0);
}

export async function run(options: string[]): Promise<void> {
  const { json } = parseArgs({
    args: options,
    options: { json: { type: 'boolean', default: false } },
  }).values;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'antecede-bench-'));
  const first = await start(dataDir);
  const catalogues = first.seconds + (await untilCatalogues().catch(failAfter(first.child)));
  await stop(first.child);
  const warm = await start(dataDir);
  const rows = await measure(first.seconds, catalogues, warm).catch(failAfter(warm.child));
  await stop(warm.child);
  await rm(dataDir, { recursive: true, force: true });
  if (json) console.log(JSON.stringify(rows, null, 2));
  else for (const { figure, value, goal } of rows) console.log(line(figure, value, goal));
}

/** Stops the stack after an error. */
const failAfter = (child: ChildProcess) => async (error: unknown) => {
  await stop(child);
  throw error;
};

async function measure(
  firstSeconds: number,
  catalogues: number,
  warm: { child: ChildProcess; seconds: number },
): Promise<Row[]> {
  const token = await demoToken();
  const headers = { authorization: `Bearer ${token}` };
  const { api_keys } = await (await fetch(`${origin}/_local/demo`)).json();
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const rows: Row[] = [
    { figure: 'first start, first answer', value: seconds(firstSeconds), goal: '≤ 12 s' },
    { figure: 'first start, catalogues answer', value: seconds(catalogues), goal: '≤ 25 s' },
    { figure: 'warm start, first answer', value: seconds(warm.seconds), goal: '≤ 1.5 s' },
    {
      figure: 'GET health, p50 / p99',
      value: await latency(() => fetch(`${origin}/api/health`)),
      goal: 'p50 ≤ 10 ms',
    },
    {
      figure: 'GET indexes (signed in), p50 / p99',
      value: await latency(() => fetch(`${origin}/api/indexes`, { headers })),
      goal: 'p50 ≤ 10 ms',
    },
    {
      figure: 'POST query, p50 / p99',
      value: await latency(() => query('us_patents', api_keys.us_patents)),
      goal: '',
    },
  ];
  // The host keeps recently used instances.
  await new Promise((later) => setTimeout(later, 45_000));
  const memory = await residentMb(warm.child.pid!);
  rows.push(
    { figure: 'idle memory', value: `${memory.toFixed(0)} MB`, goal: '≤ 600 MB' },
    {
      figure: 'initial JavaScript of the SPA, gzip',
      value: `${(await initialScriptsKb()).toFixed(0)} KB`,
      goal: '≤ 140 KB',
    },
  );
  return rows;
}

const line = (figure: string, value: string, goal: string) =>
  `${figure.padEnd(38)}${value.padEnd(26)}${goal}`.trimEnd();
