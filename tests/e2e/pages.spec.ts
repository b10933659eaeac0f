import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { signInAsDemo } from './support/people.ts';

const publicPages = ['/', '/sign-in', '/sign-up', '/reset-password', '/no-such-page'];
const privatePages = [
  '/index',
  '/index/create',
  '/dataset',
  '/data-catalog/us_patents',
  '/data-catalog/wikipedia',
  '/data-catalog/arxiv',
  '/indexes/idx_unknown',
  '/search',
  '/search?index=us_patents&q=protect+a+hive+from+parasites',
];

/** Opens a page and waits until nothing loads any more. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^(Loading|Searching)/ })).toHaveCount(0);
}

async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

const views = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 360 },
] as const;

for (const { colorScheme, width } of views) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } });

    test('public pages pass axe and fit', async ({ page }) => {
      for (const path of publicPages) await expectGood(page, path);
    });

    test('private pages pass axe and fit', async ({ page }) => {
      await signInAsDemo(page);
      for (const path of privatePages) await expectGood(page, path);
    });
  });
}

async function expectGood(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await open(page, path);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
    expect(found, path).toEqual([]);
    await expectNoHorizontalScroll(page);
  });
}

test('an unknown address says so, signed in or not', async ({ page }) => {
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { name: '404 not found!' })).toBeVisible();
  await signInAsDemo(page);
  for (const path of ['/no-such-page', '/data-catalog/nothing', '/indexes/idx_unknown']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: '404 not found!' })).toBeVisible();
  }
});

test('private pages ask to sign in and remember what was asked for', async ({ page }) => {
  for (const path of privatePages) {
    await page.goto(path);
    await page.waitForURL(`**/sign-in?from=${encodeURIComponent(path)}`);
  }
});

test('public-only pages send signed-in people to their indexes', async ({ page }) => {
  await signInAsDemo(page);
  for (const path of ['/sign-in', '/sign-up', '/reset-password']) {
    await page.goto(path);
    await page.waitForURL('**/index');
  }
});

test('a link that wants to lead elsewhere after the sign-in leads to the indexes', async ({
  page,
}) => {
  await signInAsDemo(page);
  await page.goto('/sign-in?from=//example.org/');
  await page.waitForURL('**/index');
});

test('the headline names one kind of search after the other', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const shown = page.locator('h1 [data-current=true]');
  for (const phrase of [
    'patent search',
    'prior art search',
    'novelty search',
    'similarity search',
  ]) {
    await expect(shown).toHaveText(phrase);
    await page.clock.runFor(3000);
  }
  await expect(shown).toHaveText('patent search');
  await expect(page.getByText('No credit card required')).toBeVisible();
});

test('the chosen colour scheme stays', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('the sign-in works by keyboard alone', async ({ page }) => {
  const demo = await (await page.request.get('/_local/demo')).json();
  await page.goto('/sign-in');
  await page.getByLabel('Email').focus();
  await page.keyboard.type(demo.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(demo.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/index');
  await open(page, '/index');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a server that does not answer is named, with a way to try again', async ({ page }) => {
  await signInAsDemo(page);
  const busy = { Code: 'Forbidden', Message: 'Unauthorized request!', RequestId: 'req-123' };
  await page.route('**/api/datasets/files*', (route) => route.fulfill({ status: 403, json: busy }));
  await page.goto('/dataset');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The datasets could not be loaded');
  await expect(alert).toContainText('req-123');
  await page.unroute('**/api/datasets/files*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
});
