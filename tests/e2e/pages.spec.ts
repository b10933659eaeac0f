import { expect, type Page, test } from '@playwright/test';
import { expectNoViolations } from './support/accessibility.ts';
import { expectGoodPage } from './support/expect-good-page.ts';
import { notesCsv } from './support/notes-csv.ts';
import { open, untilLoaded } from './support/open.ts';
import { signInAsDemo, signInAsDemoByForm } from './support/people.ts';

const publicPages = [
  '/',
  '/sign-in',
  '/sign-up',
  '/reset-password',
  '/no-such-page',
  '/terms',
  '/privacy',
  '/terms/',
  '/privacy/',
  '/chatbot',
  '/docs/us_patents',
  '/newsletter#confirm=aaaaaaaaaaaaaaaaaaaaaaaa',
  '/patents/US-99010012-B2?part=claim&number=4&start=37&end=91',
];
const privatePages = [
  '/index',
  '/index/create',
  '/dataset',
  '/projects',
  '/lists',
  '/data-catalog/us_patents',
  '/data-catalog/wikipedia',
  '/data-catalog/arxiv',
  '/swagger/us_patents',
  '/indexes/idx_unknown',
  '/profile',
  '/settings',
  '/search',
  '/search?index=us_patents&q=protect+a+hive+from+parasites',
];

test.describe('pages pass axe and fit, on a phone and a wide screen, light and dark', () => {
  test('public pages', async ({ page }) => {
    for (const path of publicPages) await expectGoodPage(page, path);
  });

  test('private pages', async ({ page }) => {
    await signInAsDemo(page);
    for (const path of [...privatePages, '/chatbot']) await expectGoodPage(page, path);
  });
});

/**
 * Follows the links that a page shows, and those of the pages they lead to. Of pages that differ in their data only,
 * such as patents, it opens one.
 */
async function expectNoDeadLinks(page: Page, start: string): Promise<void> {
  const seen = new Set<string>();
  const waiting = [start];
  const kindOf = (path: string) =>
    path.replace(/^\/(patents|indexes|claim-chart|data-catalog\/\w+)\/.+/, '/$1/…');
  for (const path of waiting) {
    if (seen.has(kindOf(path))) continue;
    seen.add(kindOf(path));
    // A page has its links when its requests are answered: it shows its heading before.
    const answer = await page.goto(path, { waitUntil: 'networkidle' });
    expect(answer!.status(), path).toBeLessThan(400);
    if (!answer!.headers()['content-type']!.startsWith('text/html')) continue;
    await untilLoaded(page);
    await expect(page.getByRole('heading', { name: '404 not found!' }), path).toHaveCount(0);
    const links = await page.locator('a[href]:not([download])').evaluateAll((found) =>
      found
        .map((link) => new URL((link as HTMLAnchorElement).href))
        .filter(({ origin }) => origin === location.origin)
        .map(({ pathname }) => pathname),
    );
    waiting.push(...links);
  }
  expect(seen.size, 'pages found').toBeGreaterThan(10);
}

test('no link leads visitors to a 404', async ({ page }) => {
  await expectNoDeadLinks(page, '/');
});

test('no link leads members to a 404', async ({ page }) => {
  await signInAsDemo(page);
  await expectNoDeadLinks(page, '/index');
});

test('an unknown address says so, signed in or not', async ({ page }) => {
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { name: '404 not found!' })).toBeVisible();
  await signInAsDemo(page);
  for (const path of [
    '/no-such-page',
    '/data-catalog/nothing',
    '/indexes/idx_unknown',
    '/docs/nothing',
    '/swagger/nothing',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: '404 not found!' })).toBeVisible();
  }
});

test('private pages ask to sign in and return to the requested page', async ({ page }) => {
  for (const path of privatePages) {
    await page.goto(path);
    await page.waitForURL(`**/sign-in?from=${encodeURIComponent(path)}`);
  }
});

test('dialogs, menus and the steps of the wizard pass axe', async ({ page }) => {
  await signInAsDemo(page);
  await open(page, '/index');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await expectNoViolations(page);

  await open(page, '/dataset');
  const upload = page.locator('input[type=file]').first();
  await upload.setInputFiles({ name: 'axe.csv', mimeType: 'text/csv', buffer: notesCsv(8) });
  await page.getByRole('button', { name: 'Preview axe.csv' }).click();
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Delete axe.csv' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');

  await open(page, '/index/create');
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByLabel('Index name').fill('Axe');
  await page.getByRole('combobox', { name: 'Dataset' }).click();
  await page.getByRole('option', { name: /^axe\.csv/ }).click();
  await next.click();
  await expect(page.getByRole('heading', { name: 'Assign Columns' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Columns' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Use suggestions' }).click();
  await next.click();
  await expect(page.getByRole('button', { name: 'Run Index' })).toBeVisible();
  await expectNoViolations(page);
});

test('public-only pages send signed-in people to their indexes, never to another site', async ({
  page,
}) => {
  await signInAsDemo(page);
  // The last begins with a tab, which browsers drop.
  const elsewhere = ['//example.org/', '/%09/example.org/'].map((from) => `/sign-in?from=${from}`);
  for (const path of ['/sign-up', '/reset-password', ...elsewhere]) {
    await page.goto(path);
    await page.waitForURL('**/index');
  }
});

test('signing out in one window leaves nothing of the account in another', async ({ page }) => {
  await signInAsDemoByForm(page);
  const other = await page.context().newPage();
  await open(other, '/data-catalog/arxiv');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.waitForURL('**/sign-in?from=%2Fdata-catalog%2Farxiv');
  // Nor in what the document shows before any script has come.
  await other.route('**/assets/*.js', () => undefined);
  await other.goto('/lists', { waitUntil: 'commit' });
  await expect(other.getByRole('banner').getByText('Antecede')).toBeVisible();
  await expect(other.getByRole('navigation')).toHaveCount(0);
});

test('a page stands with menu, title and description before its scripts have come', async ({
  page,
}) => {
  await signInAsDemo(page);
  await page.route('**/assets/*.js', () => undefined);
  const shown = async (path: string) => {
    await page.goto(path, { waitUntil: 'commit' });
    const menu = page.getByRole('navigation', { name: 'Main' });
    return { menu: menu.locator('[aria-current="page"]'), main: page.getByRole('main') };
  };
  const lists = await shown('/lists');
  await expect(lists.menu).toHaveText('Lists');
  await expect(lists.main.getByRole('heading', { level: 1 })).toHaveText('Lists');
  await expect(lists.main.getByText(/^Documents that you keep/)).toBeVisible();
  // Results need the room.
  const found = await shown('/search?q=drone');
  await expect(found.main.getByRole('heading', { level: 1 })).toHaveText('Search');
  await expect(found.main.getByText(/^Describe the thing/)).toHaveCount(0);
});

test('the sign-in works by keyboard alone', async ({ page }) => {
  const demo = await (await page.request.get('/_local/demo')).json();
  await page.goto('/sign-in');
  // Until its script has come, the page takes nothing.
  await expect(page.getByLabel('Email')).toBeEnabled();
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

test('a search is made, explained and copied without the mouse', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAsDemo(page);
  await open(page, '/lists');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('textbox', { name: 'Search text' });
  await expect(box).toBeFocused();
  await page.keyboard.type('protect a hive from parasites');
  await page.keyboard.press('Enter');
  const hits = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
  await expect(
    hits
      .first()
      .locator('mark')
      .filter({ hasText: /^parasit/i })
      .first(),
  ).toBeVisible();
  await expect(box).toBeFocused();
  await expect(
    page.getByRole('status').filter({
      hasText: /^[\d,]+ famil(?:y|ies), [\d,]+ publications?, [\d,]+ less relevant$/,
    }),
  ).toHaveCount(1);

  await page.getByRole('button', { name: 'More for the results' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Copy as curl' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Copied' })).toBeVisible();
  await page.keyboard.press('Escape');
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain("/api/v1/indexes/us_patents/query'");
  expect(command).toContain('"conceptFeaturesString":"protect a hive from parasites"');

  const why = (position: number) => hits.nth(position).locator('summary');
  await why(0).focus();
  await page.keyboard.press('ArrowDown');
  await expect(why(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(hits.nth(1).getByText('Words of your text')).toBeVisible();
  await expectNoViolations(page);
});

test('a filter by date narrows a search and stays in its address', async ({ page }) => {
  await signInAsDemo(page);
  await open(page, '/search?index=us_patents&q=protect+a+hive+from+parasites');
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results).toContainText('Mar 6, 2003');
  await page.getByRole('button', { name: 'Add filter' }).click();
  const filter = page.getByRole('form', { name: 'New filter' });
  await filter.getByLabel('Column').selectOption('publication_date');
  await filter.getByLabel('Criterion').selectOption('After');
  await filter.getByLabel('Value').fill('2005');
  await expectNoViolations(page);
  await filter.getByLabel('Value').press('Enter');
  await expect(results).not.toContainText('Mar 6, 2003');
  await page.reload();
  await expect(results).toContainText(/Publication date ?\w{3} \d+, 20/);
  await expect(results).not.toContainText('Mar 6, 2003');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Remove filter Publication date after 2005' }).click();
  await expect(results).toContainText('Mar 6, 2003');
});

test('a text too long for an address survives a reload', async ({ page }) => {
  await signInAsDemo(page);
  await open(page, '/search');
  const claim = `1. A hive ${'comprising a frame and a wall of wood, '.repeat(500)}and bees.`;
  const box = page.getByRole('textbox', { name: 'Search text' });
  await box.fill(claim);
  await box.press('Enter');
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results).toBeVisible();
  await page.reload();
  await expect(results).toBeVisible();
  await expect(box).toHaveValue(claim);
});

test('terms and privacy are linked where people agree to them, with all required sections', async ({
  page,
}) => {
  await page.goto('/sign-up');
  await page.getByRole('link', { name: 'terms of service' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service');
  const main = page.getByRole('main');
  for (const text of ['at least 18 years old', '12 months before', 'within one year', 'Delaware']) {
    await expect(main).toContainText(text);
  }
  await expect(main).toContainText('11:59 PM Pacific Time');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy');
  for (const text of ['within one month', 'two months more', 'under 13', 'United States']) {
    await expect(main).toContainText(text);
  }
  await page.getByRole('link', { name: 'Your rights' }).click();
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeInViewport();
});
