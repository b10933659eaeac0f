/** Time of the search page from the end of the server's answer to the frame that shows the hits. */
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '#tests/e2e/support/find-chromium.ts';
import { signInAsDemo } from '#tests/e2e/support/people.ts';
import startForJourneys from '#tests/e2e/support/start-stack.ts';

const catalogs = ['us_patents', 'wikipedia', 'arxiv'];
const texts = [
  'organisms that make fuel from sugar',
  'protect a hive from parasites',
  'a mirror that collects faint light',
  'bread that stays fresh',
  'planets around other stars',
  'mushrooms and moulds',
  'steering a boat by the wind',
  'measure the pressure of blood',
  'a battery that charges fast',
  'animals that hunt by night',
  'the heat of a dying star',
  'learn from few examples',
  'seal a bottle',
  'rivers and their floods',
  'a valve for an engine',
  'light that is bent by mass',
  'cleaning water with membranes',
  'the history of writing',
  'robots that grasp things',
  'medicine against fever',
];

/** Searches, and returns the milliseconds from the end of the answer until its hits are painted. */
async function answerToPaint(page: Page, text: string): Promise<number> {
  const box = page.getByRole('textbox', { name: 'Search text' });
  await box.fill(text);
  const painted = page.evaluate(() => {
    const queries = () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/query'));
    const before = queries().length;
    // The previous hits stay visible, marked as stale, until the answer has arrived.
    const shown = document.querySelector('section[aria-label="Results"]');
    let wasStale = shown === null;
    return new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        const results = document.querySelector('section[aria-label="Results"]');
        if (results?.getAttribute('data-stale') === 'true') wasStale = true;
        else if (results && wasStale) {
          observer.disconnect();
          // A message sent in an animation frame callback arrives after the frame has been painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => {
              const now = performance.now();
              const entry = queries()[before] as PerformanceResourceTiming | undefined;
              resolve(now - (entry?.responseEnd ?? Number.NaN));
            };
            port2.postMessage(undefined);
          });
        }
      });
      const everything = { subtree: true, childList: true, attributes: true };
      observer.observe(document.body, everything);
    });
  });
  await box.press('Enter');
  return painted;
}

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { json: { type: 'boolean' } } });
  const stop = await startForJourneys();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({
      baseURL: process.env.E2E_ORIGIN!,
      viewport: { width: 1280, height: 800 },
    });
    await signInAsDemo(page);
    const times: number[] = [];
    const hits: number[] = [];
    const list = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
    for (const [number, catalog] of catalogs.entries()) {
      await page.goto(`/search?index=${catalog}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const text of texts.filter((_, position) => position % catalogs.length === number)) {
        times.push(await answerToPaint(page, text));
        hits.push(await list.count());
      }
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.round(share * (times.length - 1))]!.toFixed(0);
    const value = `${at(0.5)} / ${at(0.95)} ms`;
    const figure = `answer to paint, up to ${Math.max(...hits)} hits, p50 / p95`;
    const row = { figure, value, goal: '≤ 150 ms' };
    if (values.json) console.log(JSON.stringify([row], null, 2));
    else console.log(`${figure.padEnd(44)}${value.padEnd(18)}${row.goal}`);
  } finally {
    await browser.close();
    await stop?.();
  }
}
