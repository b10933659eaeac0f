/**
 * `npm run bench -- facets-page [--rows N]`: how long the page of a search waits for hits and counts of N made-up patents that all
 * match, and how its brush over the years follows the mouse. Milliseconds of the main thread are processor time.
 */
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { createIndex, upload, waitForBuild } from '#tests/api/support/datasets.ts';
import { findChromium } from '#tests/e2e/support/find-chromium.ts';
import { signIn } from '#tests/e2e/support/people.ts';
import { openInstallation } from '../installation.ts';
import { csvOf } from '../made-up-patents.ts';
import { median } from '../median.ts';
import { parseOrExit, positive } from '../parse-or-exit.ts';

const usage = `npm run bench -- facets-page [options]
  --rows N  made-up patents (default 100000)`;

function parse(args: string[]): number {
  const options = { rows: { type: 'string', default: '100000' } } as const;
  return positive(parseArgs({ args, options }).values.rows);
}

const roles = {
  ucid: 'metadata',
  title: 'metadata',
  text: 'index',
  assignee: 'metadata',
  publication_date: 'metadata',
  cpc: 'metadata',
  kind_code: 'metadata',
} as const;
/** All rows, each time with other bounds, so that no answer is kept. */
const searches = Array.from({ length: 11 }, (_, at) => `pd:${1960 + at}..2020`);
const moves = 120;

/** Milliseconds from the request of a search with counts to the end of its answer, and how many rows matched. */
async function answered(page: Page, path: string): Promise<{ ms: number; total: number }> {
  const [request] = await Promise.all([
    page.waitForEvent('requestfinished', (one) => one.url().endsWith('/query')),
    page.goto(path),
  ]);
  const { requestStart, responseEnd } = request.timing();
  const { totalFoundItems } = await (await request.response())!.json();
  return { ms: responseEnd - requestStart, total: totalFoundItems };
}

/** Moves a handle of the brush over half of the years. */
async function brush(page: Page) {
  const handle = page.getByRole('slider').first();
  await handle.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await handle.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  await page.evaluate(() => {
    const long: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration);
    }).observe({ type: 'longtask' });
    Object.assign(window, { long });
  });
  const before = await worked();
  await page.mouse.move(x + 4, y + height / 2);
  await page.mouse.down();
  for (let move = 1; move <= moves; move += 1) {
    await page.mouse.move(x + 4 + (0.5 * width * move) / moves, y + height / 2);
  }
  const ms = ((await worked()) - before) / moves;
  await page.mouse.up();
  const long = await page.evaluate(() => (window as unknown as { long: number[] }).long);
  return { ms, long };
}

export async function run(options: string[]): Promise<void> {
  const rowCount = parseOrExit(parse, options, usage);
  const admin = await openInstallation();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const key = await upload(admin, 'made-up.csv', csvOf(rowCount));
    const types = { publication_date: 'date' } as const;
    const { item_id } = await createIndex(admin, 'MadeUp', key, roles, '[]', types);
    await waitForBuild(admin, item_id);
    const page = await browser.newPage({
      baseURL: admin.stack.origin,
      viewport: { width: 1440, height: 900 },
    });
    await page.goto('/sign-in');
    await signIn(page, admin);
    await page.waitForURL('**/index');
    const times: number[] = [];
    let rows = 0;
    for (const text of searches) {
      const { ms, total } = await answered(
        page,
        `/search?index=${item_id}&q=${encodeURIComponent(text)}`,
      );
      await page.getByRole('slider').first().waitFor();
      times.push(ms);
      rows = total;
    }
    const [first, ...warm] = times;
    console.log(`${rows} rows match, with the counts of the page:`);
    console.log(
      `  first search ${first!.toFixed(0)} ms, then ${median(warm).toFixed(0)} ms in the median`,
    );
    const { ms, long } = await brush(page);
    const told = long.map((duration) => duration.toFixed(0)).join(', ') || 'none';
    console.log(
      `  brush: ${ms.toFixed(1)} ms of the main thread for a move, tasks over 50 ms: ${told}`,
    );
  } finally {
    await browser.close();
    await admin.close();
  }
}
