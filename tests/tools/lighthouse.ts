/**
 * `npm run lighthouse`: measures the public pages with Lighthouse's settings for phones, and says what it found on them; with
 * `--signed-in` those of the demo account, in a browser in which it is signed in. Starts a stack, or uses the one at `E2E_ORIGIN`.
 * Lighthouse is fetched by npx: its 176 MB are not a dependency.
 *
 *     npm run lighthouse -- 5 /sign-in                       five runs of one page
 *     npm run lighthouse -- --signed-in 3 /search /index     three runs of each
 *
 * Scores on a busy machine are too low. Bytes and requests do not depend on it. The local server compresses and caches as CloudFront
 * does, but speaks HTTP/1.1: pages are a little slower here than over HTTP/2.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { createClient } from '#shared/client.ts';
import { findChromium } from '#tests/e2e/support/find-chromium.ts';
import { signInAsDemo } from '#tests/e2e/support/people.ts';
import startStack from '#tests/e2e/support/start-stack.ts';

const version = '13.5.0';
const patent = 'US-99110012-B2';
const pages = [
  '/',
  '/sign-in',
  '/docs/us_patents',
  `/prior-art/${patent}`,
  `/download-prior-art/${patent}`,
];
const signedInPages = [
  '/index',
  '/search',
  '/search?index=us_patents&q=unmanned+aircraft',
  `/patents/${patent}`,
  '/lists',
  '/projects',
  '/reports',
  '/chatbot',
  '/usage',
  '/subscription',
  '/settings',
];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const timings = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
  'cumulative-layout-shift',
  'total-byte-weight',
] as const;

interface Report {
  categories: Record<(typeof categories)[number], { score: number; auditRefs: { id: string }[] }>;
  audits: Record<
    string,
    {
      title: string;
      score: number | null;
      numericValue?: number;
      details?: { items: { resourceType?: string; transferSize?: number }[] };
    }
  >;
}

/** @param port of a browser that is used as it is, with its session; a new one without */
async function measure(url: string, port: number | undefined): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      `lighthouse@${version}`,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${categories.join(',')}`,
      ...(port === undefined ? ['--chrome-flags=--headless=new --no-sandbox'] : [`--port=${port}`]),
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}

/** Has the report made that is measured: before that, its page only says that nobody has asked for it. */
async function makeReport(origin: string): Promise<void> {
  const api = createClient({
    baseUrl: origin,
    fetch: (url, init) => fetch(url, init as RequestInit),
  });
  let { status } = await api('prepare-report', { body: { kind: 'prior-art', ucid: patent } });
  while (status === 'making') {
    await sleep(500);
    ({ status } = await api('check-prior-art', { query: { ucid: patent } }));
  }
}

/** `96 (94–97)`: the median, and the lowest and highest where they differ. */
function spread(values: readonly number[], digits: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  const [lowest, median, highest] = [0, (sorted.length - 1) >> 1, sorted.length - 1].map((at) =>
    sorted[at]!.toFixed(digits),
  );
  return lowest === highest ? `${median}` : `${median} (${lowest}–${highest})`;
}

/** A browser in which the demo account is signed in, and the port for its tools. */
async function signedInBrowser() {
  const port = await getPort();
  const folder = await mkdtemp(join(tmpdir(), 'antecede-lighthouse-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium(),
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
    baseURL: process.env.E2E_ORIGIN!,
  });
  await signInAsDemo(await context.newPage());
  const close = async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { port, close };
}

/** A port that is free now. */
async function getPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Measures a page, and says what was found. */
async function measurePage(path: string, runs: number, port: number | undefined): Promise<void> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) {
    reports.push(await measure(`${process.env.E2E_ORIGIN}${path}`, port));
  }
  console.log(`\n${path}`);
  for (const name of categories) {
    const scores = reports.map((report) => report.categories[name].score * 100);
    console.log(`  ${name}: ${spread(scores, 0)}`);
  }
  for (const name of timings) {
    const values = reports.map(({ audits }) => audits[name]?.numericValue ?? 0);
    console.log(`  ${name}: ${spread(values, name === 'cumulative-layout-shift' ? 3 : 0)}`);
  }
  const last = reports.at(-1)!;
  const scripts = last.audits['network-requests']?.details?.items.filter(
    ({ resourceType }) => resourceType === 'Script',
  );
  const size = scripts?.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) ?? 0;
  console.log(`  scripts: ${scripts?.length}, ${size} bytes`);
  const failed = categories
    .flatMap((name) => last.categories[name].auditRefs)
    .map(({ id }) => ({ id, ...last.audits[id]! }))
    .filter(({ score }) => score !== null && score < 0.9);
  for (const { id, title } of failed) console.log(`  ! ${id}: ${title}`);
}

const { values, positionals } = parseArgs({
  options: { 'signed-in': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [runs = '3', ...asked] = positionals;
const isSignedIn = values['signed-in'];
const stop = await startStack();
const browser = isSignedIn ? await signedInBrowser() : undefined;
try {
  if (!isSignedIn) await makeReport(process.env.E2E_ORIGIN!);
  for (const path of asked.length > 0 ? asked : isSignedIn ? signedInPages : pages) {
    try {
      await measurePage(path, Number(runs), browser?.port);
    } catch (error) {
      // The other pages are measured all the same.
      process.exitCode = 1;
      console.error(`\n${path} could not be measured:`, error);
    }
  }
} finally {
  await browser?.close();
  await stop?.();
}
