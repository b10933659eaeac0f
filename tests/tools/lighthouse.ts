/**
 * `npm run lighthouse`: measures the public pages with Lighthouse's settings for phones, and says what it found on them.
 * Starts a stack, or uses the one at `E2E_ORIGIN`. Lighthouse is fetched by npx: its 176 MB are not a dependency.
 *
 *     npm run lighthouse -- 5 /sign-in      five runs of one page
 */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClient } from '#shared/client.ts';
import { findChromium } from '#tests/e2e/support/find-chromium.ts';
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
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>;
}

async function measure(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      `lighthouse@${version}`,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${categories.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox',
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

const [runs = '3', ...asked] = process.argv.slice(2);
const stop = await startStack();
try {
  await makeReport(process.env.E2E_ORIGIN!);
  for (const path of asked.length > 0 ? asked : pages) {
    const reports: Report[] = [];
    for (let run = 0; run < Number(runs); run += 1) {
      reports.push(await measure(`${process.env.E2E_ORIGIN}${path}`));
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
    const failed = categories
      .flatMap((name) => last.categories[name].auditRefs)
      .map(({ id }) => ({ id, ...last.audits[id]! }))
      .filter(({ score }) => score !== null && score < 0.9);
    for (const { id, title } of failed) console.log(`  ! ${id}: ${title}`);
  }
} finally {
  await stop?.();
}
