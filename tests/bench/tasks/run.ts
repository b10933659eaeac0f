/**
 * Tasks of a person who works with patents, done in Chromium: clicks, keys and seconds of each. Nobody thinks or reads in them,
 * so the seconds are those of the machine; compare them in one run only. `--only alert` does those whose name has this word.
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from '#tests/e2e/support/find-chromium.ts';
import { signInAsDemo } from '#tests/e2e/support/people.ts';
import startForJourneys from '#tests/e2e/support/start-stack.ts';
import { type Effort, Hands } from './hands.ts';
import { firstPage, tasks } from './tasks.ts';

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      json: { type: 'boolean' },
      only: { type: 'string', default: '' },
      pictures: { type: 'string' },
    },
  });
  const stop = await startForJourneys();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({
      baseURL: process.env.E2E_ORIGIN!,
      viewport: { width: 1400, height: 900 },
    });
    await signInAsDemo(page);
    const done: (Effort & { task: string })[] = [];
    for (const [number, task] of tasks.entries()) {
      if (!task.name.includes(values.only)) continue;
      const made = (await task.prepare?.(page)) ?? '';
      await page.goto(firstPage);
      await page.getByRole('textbox', { name: 'Search text' }).waitFor();
      const hands = new Hands(page);
      const began = performance.now();
      await task.run(hands, made);
      const seconds = (performance.now() - began) / 1000;
      done.push({ task: task.name, clicks: hands.clicks, keys: hands.keys, seconds });
      if (values.pictures) {
        await page.screenshot({ path: `${values.pictures}/task-${number + 1}.png` });
      }
    }
    if (values.json) return console.log(JSON.stringify(done, null, 2));
    console.log(`${'task'.padEnd(64)}clicks  keys  seconds`);
    for (const { task, clicks, keys, seconds } of done) {
      const figures = [
        `${clicks}`.padStart(6),
        `${keys}`.padStart(6),
        seconds.toFixed(1).padStart(9),
      ];
      console.log(task.padEnd(64) + figures.join(''));
    }
    const sum = (of: 'clicks' | 'keys') => done.reduce((all, one) => all + one[of], 0);
    console.log(
      `${'all'.padEnd(64)}${`${sum('clicks')}`.padStart(6)}${`${sum('keys')}`.padStart(6)}`,
    );
  } finally {
    await browser.close();
    await stop?.();
  }
}
