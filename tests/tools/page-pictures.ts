import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createClient } from '#shared/client.ts';
import { untilLoaded } from '#tests/e2e/support/open.ts';
import { signInAsDemo } from '#tests/e2e/support/people.ts';

const patent = 'US-99110012-B2';

const views = {
  wide: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  phone: { viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
} as const;

const publicPages = [
  '/',
  '/terms',
  '/privacy',
  '/errors',
  '/newsletter',
  '/alerts',
  '/sign-in',
  '/sign-up',
  '/reset-password',
];

/** Pages of members that need nothing but the catalogues. Those of staff need an authenticator app and are left out. */
const memberPages = [
  '/index',
  '/index/create',
  '/dataset',
  '/data-catalog/us_patents',
  '/data-catalog/us_patents/US-3703998-A',
  '/swagger/us_patents',
  '/docs/us_patents',
  '/search',
  '/search?index=us_patents&q=unmanned+aircraft',
  '/saved-searches',
  '/exports',
  '/projects',
  '/lists',
  '/compare?index=us_patents&ids=US-99110011-B2,US-99110012-B2',
  '/compare-indexes',
  '/chatbot',
  '/reports',
  `/patents/${patent}`,
  '/patents/US-1-B2',
  `/prior-art/${patent}`,
  `/claim-chart/${patent}`,
  `/download-prior-art/${patent}`,
  `/generate-invalidation/${patent}`,
  '/usage',
  '/subscription',
  '/settings',
  '/webhooks',
  '/profile',
  '/no-such-page',
];

/**
 * Takes every page on a wide screen, on a phone and in the dark, with some work of the demo account, to be looked at. Says which
 * are wider than the screen. @param folder gets the pictures
 */
export async function takePages(browser: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const own = await browser.newPage({ baseURL: process.env.E2E_ORIGIN! });
  await signInAsDemo(own);
  const made = await makeWork(own);
  for (const [view, settings] of Object.entries(views)) {
    const options = {
      ...settings,
      baseURL: process.env.E2E_ORIGIN!,
      reducedMotion: 'reduce',
    } as const;
    const page = await browser.newPage(options);
    for (const address of publicPages) await take(page, address, path.join(folder, view));
    await signInAsDemo(page);
    for (const address of [...memberPages, ...made]) {
      await take(page, address, path.join(folder, view));
    }
    await page.close();
  }
}

async function take(page: Page, address: string, folder: string): Promise<void> {
  await page.goto(address);
  await untilLoaded(page);
  const name = address.replaceAll(/\W+/g, '_').replaceAll(/^_|_$/g, '') || 'start';
  await page.screenshot({
    path: path.join(folder, `${name}.png`),
    fullPage: true,
    animations: 'disabled',
  });
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (excess > 0) console.log(`${folder} ${address}: ${excess} px too wide`);
}

/** A project with a list, a saved search and a report, and a search. Returns the addresses of what has a page. */
async function makeWork(page: Page): Promise<string[]> {
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.endsWith('.idToken'))!;
    return localStorage.getItem(key)!;
  });
  const api = createClient({
    baseUrl: process.env.E2E_ORIGIN!,
    fetch: (url, init) => fetch(url, init as RequestInit),
    getToken: async () => token,
  });
  const text = 'unmanned aircraft that lands by itself';
  await page.goto(`/search?index=us_patents&q=${encodeURIComponent(text)}`);
  await untilLoaded(page);
  const about = 'What was known before the filing of our own application.';
  const project = await api('create-project', { body: { name: 'Landing of drones', about } });
  const list = await api('create-list', { body: { name: 'Candidates for the search report' } });
  const search = await api('create-saved-search', {
    body: {
      name: 'Drones that land',
      index_id: 'us_patents',
      text,
      syntax: 'words',
      filters: [],
      frequency: 'weekly',
    },
  });
  await api('prepare-report', { body: { kind: 'prior-art', ucid: patent } });
  return [
    `/projects/${project.project_id}`,
    `/lists/${list.list_id}`,
    `/saved-searches/${search.search_id}`,
  ];
}
