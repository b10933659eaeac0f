/**
 * `npm run screenshots`: takes the screenshots of README.md, light and dark. Starts a stack, or uses the one
 * at `E2E_ORIGIN`.
 */
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '#tests/e2e/support/find-chromium.ts';
import { signInAsDemo } from '#tests/e2e/support/people.ts';
import startStack from '#tests/e2e/support/start-stack.ts';

const folder = path.resolve(import.meta.dirname, '../docs/images');
const query = 'keeping bees and rearing queens';
const maxBytes = 200_000;

mkdirSync(folder, { recursive: true });
const stop = await startStack();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      baseURL: process.env.E2E_ORIGIN!,
      viewport: { width: 1120, height: 760 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    await signInAsDemo(page);
    await page.goto('/search?index=us_patents');
    const box = page.getByRole('textbox', { name: 'Search text' });
    await box.fill(query);
    await box.press('Enter');
    await page.getByRole('region', { name: 'Results' }).getByRole('listitem').first().waitFor();
    // No caret and no focus ring in the picture.
    await box.blur();
    const file = path.join(folder, `search-${colorScheme}.png`);
    await page.screenshot({ path: file, animations: 'disabled' });
    const { size } = statSync(file);
    if (size > maxBytes)
      throw new Error(`${file} has ${size} bytes, at most ${maxBytes} are wanted`);
    console.log(`${path.relative(process.cwd(), file)}: ${size} bytes`);
    await page.close();
  }
} finally {
  await browser.close();
  await stop?.();
}
