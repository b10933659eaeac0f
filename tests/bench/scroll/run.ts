/**
 * `npm run bench -- scroll [--paragraphs N] [--claims N]`: how smoothly the page of a long patent scrolls in Chromium. Frames are
 * told by the clock, and work by the processor time of the page's main thread, which other programs hardly lengthen.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { startCatalog } from '#ops/catalog/test-files/start-catalog.ts';
import { findChromium } from '#tests/e2e/support/find-chromium.ts';
import { close, startStack } from '#tests/support/stack.ts';
import { grantOf } from '../patents/generate.ts';

const number = 18_000_000;
/** Pixels of a frame: some 3,000 a second, as a turned wheel. */
const step = 50;
const frames = 600;

/** Seconds that the main thread has worked, by what. */
async function work(session: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** Milliseconds of each frame, and those of tasks of 50 ms and more, while the page scrolls from a place on. */
const scroll = (page: Page, from: number) =>
  page.evaluate(
    async ([start, pixels, count]) => {
      const long: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) long.push(duration);
      });
      window.scrollTo({ top: start, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 500));
      observer.observe({ type: 'longtask' });
      const times: number[] = [];
      let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      for (let frame = 0; frame < count; frame++) {
        window.scrollBy({ top: pixels, behavior: 'instant' });
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        times.push(now - last);
        last = now;
      }
      observer.disconnect();
      return { times, long };
    },
    [from, step, frames] as const,
  );

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      paragraphs: { type: 'string', default: '1000' },
      claims: { type: 'string', default: '400' },
    },
  });
  const length = { paragraphs: Number(values.paragraphs), claims: Number(values.claims) };
  const stack = await startStack({ functionsStay: false });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const file = path.join(stack.dataDir, 'ipg.xml');
    writeFileSync(file, grantOf(number, length));
    const { code, printed } = await startCatalog(
      ['load', 'us_patents', '--from', file, '--env', 'local', '--out', `${stack.dataDir}/work`],
      { PORT: String(stack.port), LOCAL_DATA_DIR: stack.dataDir },
    ).exit;
    if (code !== 0) throw new Error(printed);
    const page = await browser.newPage({
      baseURL: stack.origin,
      viewport: { width: 1280, height: 800 },
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(`/patents/US-${number}-B2`);
    await page
      .getByText(`kite of claim ${Math.floor((length.claims - 1) / 6) * 6 + 1}`)
      .last()
      .waitFor();
    const opened = await work(session);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    console.log(
      `${length.paragraphs} paragraphs, ${length.claims} claims: ${nodes} elements, ${height} px; opened with ${ms(opened.TaskDuration)} of work (script ${ms(opened.ScriptDuration)}, style ${ms(opened.RecalcStyleDuration)}, layout ${ms(opened.LayoutDuration)})`,
    );
    for (const [position, from] of [0, height / 3, height / 1.5].entries()) {
      const before = await work(session);
      const { times, long } = await scroll(page, Math.round(from));
      const after = await work(session);
      times.sort((a, b) => a - b);
      const at = (share: number) => times[Math.round(share * (times.length - 1))]!.toFixed(0);
      const perFrame = ((after.TaskDuration! - before.TaskDuration!) * 1000) / frames;
      console.log(
        `${['from the top', 'from a third on', 'from two thirds on'][position]}: frames p50 / p95 / longest ${at(0.5)} / ${at(0.95)} / ${at(1)} ms, ${long.length} long tasks, ${perFrame.toFixed(1)} ms of work a frame`,
      );
    }
  } finally {
    await browser.close();
    await close(stack);
  }
}

const ms = (seconds = 0) => `${(seconds * 1000).toFixed(0)} ms`;
