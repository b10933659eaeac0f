/**
 * `npm run screenshots`: takes the pictures of README.md and of the landing page, light and dark. Starts a stack, or
 * uses the one at `E2E_ORIGIN`. With `--pages folder`, every page wide, on a phone and dark, to be looked at.
 */
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { askDexi } from '#tests/e2e/support/ask-dexi.ts';
import { findChromium } from '#tests/e2e/support/find-chromium.ts';
import { signInAsDemo } from '#tests/e2e/support/people.ts';
import startStack from '#tests/e2e/support/start-stack.ts';
import { takePages } from './page-pictures.ts';

const root = path.resolve(import.meta.dirname, '../..');
const sitePictures = path.join(root, 'web/site/pictures');
const readmePictures = path.join(root, 'docs/images');
const maxBytes = 200_000;

/** Opens what a picture shows. */
const pictures: Record<string, (page: Page) => Promise<void>> = {
  async search(page) {
    await page.goto('/search?index=us_patents');
    const box = page.getByRole('textbox', { name: 'Search text' });
    await box.fill('keeping bees and rearing queens');
    await box.press('Enter');
    await page.getByRole('region', { name: 'Results' }).getByRole('listitem').first().waitFor();
  },
  async assistant(page) {
    await page.goto('/chatbot');
    await askDexi(page, 'hearing aid with a vent that opens when the wearer speaks');
    // The renderer of Markdown is loaded with the first answer.
    await page.getByText(/^Searched for/).waitFor();
  },
  async patent(page) {
    await page.goto('/patents/US-99110011-B2?part=claim&number=1&start=85&end=129');
    await page.locator('mark').first().waitFor();
  },
};

async function takePictures(browser: Browser): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      baseURL: process.env.E2E_ORIGIN!,
      viewport: { width: 1120, height: 760 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    await signInAsDemo(page);
    for (const [name, open] of Object.entries(pictures)) {
      await open(page);
      // No caret and no focus ring in the picture.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      const file = path.join(sitePictures, `${name}-${colorScheme}.png`);
      await page.screenshot({ path: file, animations: 'disabled' });
      const { size } = statSync(file);
      if (size > maxBytes)
        throw new Error(`${file} has ${size} bytes, at most ${maxBytes} are wanted`);
      console.log(`${path.relative(root, file)}: ${size} bytes`);
    }
    copyFileSync(
      path.join(sitePictures, `search-${colorScheme}.png`),
      path.join(readmePictures, `search-${colorScheme}.png`),
    );
    await page.close();
  }
  // What a link to the start page looks like where it is shared: 1200 × 630, as Open Graph's readers expect.
  const card = await browser.newPage({
    baseURL: process.env.E2E_ORIGIN!,
    viewport: { width: 1200, height: 630 },
    reducedMotion: 'reduce',
  });
  await card.goto('/');
  await card.screenshot({ path: path.join(root, 'web/public/social-card.png') });
}

const { values } = parseArgs({ options: { pages: { type: 'string' } } });
for (const folder of [sitePictures, readmePictures]) mkdirSync(folder, { recursive: true });
const stop = await startStack();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  if (values.pages) await takePages(browser, values.pages);
  else await takePictures(browser);
} finally {
  await browser.close();
  await stop?.();
}
