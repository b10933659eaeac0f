import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { untilLoaded } from '#tests/e2e/support/open.ts';
import { createOrganization, newPerson, signInAsDemo, signUp } from '#tests/e2e/support/people.ts';
import { becomeStaff } from '#tests/e2e/support/staff.ts';
import { makeWork, patent, patience } from './picture-work.ts';

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
  '/confirm-address#token=a',
  '/newsletter#confirm=a',
  '/newsletter#leave=a',
  '/alerts#stop=a',
  '/alerts',
  '/shared-chat#a',
  '/shared-report#a',
  '/sign-in',
  '/sign-up',
  '/reset-password',
];

/** Pages of members that need nothing but the catalogues. */
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
  '/compare?index=us_patents&id=US-99110011-B2&id=US-99110012-B2',
  '/compare',
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
  '/indexes/no-such-index',
  '/lists/no-such-list',
  '/no-such-page',
];

/** Pages of somebody who has just signed up and has nothing yet. */
const newPages = [
  '/index',
  '/dataset',
  '/lists',
  '/projects',
  '/reports',
  '/usage',
  '/subscription',
];

const staffPages = [
  '/admin/reminders',
  '/admin/pause_payment',
  '/admin/history',
  '/admin/assistant',
  '/admin/limits',
  '/admin/organizations',
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
  const staff = await signUpStaff(browser);
  for (const [view, settings] of Object.entries(views)) {
    const options = {
      ...settings,
      baseURL: process.env.E2E_ORIGIN!,
      reducedMotion: 'reduce',
    } as const;
    const page = await browser.newPage(options);
    for (const address of [...publicPages, ...made.visitors]) {
      await take(page, address, path.join(folder, view));
    }
    await signInAsDemo(page);
    for (const address of [...memberPages, ...made.members]) {
      await take(page, address, path.join(folder, view));
    }
    await page.close();
    const staffPage = await browser.newPage({ ...options, storageState: staff });
    for (const address of staffPages) await take(staffPage, address, path.join(folder, view));
    await staffPage.getByRole('table').getByRole('link').first().click();
    await staffPage.waitForURL('**/organizations/*');
    await take(
      staffPage,
      new URL(staffPage.url()).pathname,
      path.join(folder, view),
      'admin_organization',
    );
    for (const address of newPages) {
      await take(staffPage, address, path.join(folder, view), `new${address.replace('/', '_')}`);
    }
    await staffPage.close();
  }
}

/** The session of somebody of the staff, who has signed up just now. */
async function signUpStaff(browser: Browser) {
  const page = await browser.newPage({ baseURL: process.env.E2E_ORIGIN! });
  const person = newPerson('Sam Staff');
  await signUp(page, person);
  await createOrganization(page, 'Provider');
  await becomeStaff(page, person);
  const session = await page.context().storageState();
  await page.close();
  return session;
}

async function take(page: Page, address: string, folder: string, given?: string): Promise<void> {
  // Another text behind `#` alone would not load the page again.
  if (address.includes('#')) await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'networkidle' });
  await untilLoaded(page, patience);
  // What is off the screen is not rendered, and pictures there are not loaded.
  await page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager';
  });
  await page.waitForLoadState('networkidle');
  const name = given ?? nameOf(address);
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

/** A name for a file; secrets of links are not in it. */
const nameOf = (address: string) =>
  address
    .replace(/#(\w+=)?.*/, '_$1')
    .replaceAll(/\W+/g, '_')
    .replaceAll(/^_|_$/g, '') || 'start';
