import { expect, test } from '@playwright/test';
import { expectNoViolations } from './support/accessibility.ts';
import { answerList } from './support/answer-list.ts';
import { open } from './support/open.ts';
import { signInAsDemo } from './support/people.ts';

test('from the page of an index to its documentation, with a key on demand', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAsDemo(page);
  const demo = await (await page.request.get('/_local/demo')).json();
  await page.goto('/data-catalog/wikipedia');
  await page.getByRole('link', { name: 'Full documentation' }).click();
  await page.waitForURL('**/docs/wikipedia');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wikipedia API');
  const menu = page.getByRole('navigation', { name: 'Sections' });
  await expect(menu.getByRole('link')).toHaveText([
    'Introduction',
    'API Endpoint',
    'Query Structure',
    'Vectors',
    'Dictionary',
    'Several searches',
    'Several indexes',
    'Similar rows',
    'Exports',
    'Warm-up',
    'Clicks',
    'Assistants',
    'Clients',
    'Authentication',
    'Restricted keys and tenant tokens',
    'Errors',
  ]);
  await menu.getByRole('link', { name: 'Dictionary' }).click();
  await expect(page.getByRole('heading', { name: 'Dictionary' })).toBeInViewport();

  const label = page.getByText('A search', { exact: true });
  const search = page.getByRole('figure').filter({ has: label });
  await expect(search.locator('pre')).toContainText('x-api-key: YOUR_API_KEY');
  await search.getByText('Python').click();
  await expect(search.locator('pre')).toContainText('import urllib.request');
  await page.getByRole('button', { name: 'Show my key' }).click();
  await expect(search.locator('pre')).toContainText(demo.api_keys.wikipedia);
  await search.getByRole('button', { name: 'Copy: A search' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await search.locator('pre').innerText());
  await page.getByRole('button', { name: 'Hide my key' }).click();
  await expect(search.locator('pre')).not.toContainText(demo.api_keys.wikipedia);

  await page.setViewportSize({ width: 360, height: 800 });
  await expect(menu).toBeHidden();
  await page.getByRole('combobox', { name: 'Section' }).selectOption('Errors');
  await expect(page.getByRole('heading', { name: 'Errors' })).toBeInViewport();
});

test('a call is tried in the explorer once a key is there', async ({ page }) => {
  await signInAsDemo(page);
  const demo = await (await page.request.get('/_local/demo')).json();
  await page.goto('/data-catalog/arxiv');
  await page.getByRole('link', { name: 'API Specification' }).click();
  await page.waitForURL('**/swagger/arxiv');
  await page.getByRole('button', { name: /^POST \/query/ }).click();
  const tryIt = page.getByRole('button', { name: 'Try it out' });
  await tryIt.click();
  const dialog = page.getByRole('dialog', { name: 'Authorize requests' });
  await expect(dialog).toContainText('Please authorize your request first by adding the API key');
  await expectNoViolations(page);
  await expect(dialog.getByRole('textbox', { name: 'API key' })).toBeFocused();
  await page.keyboard.type(demo.api_keys.arxiv);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await tryIt.click();
  const answered = page.waitForResponse('**/api/v1/indexes/arxiv/query');
  await page.getByRole('button', { name: 'Execute' }).click();
  expect((await answered).status()).toBe(200);
  await expect(page.locator('.live-responses-table')).toContainText('"conceptScore"');
  await expectNoViolations(page);
});

test('the built-in indexes end the list and lead to their pages, which state the size and version of each', async ({
  page,
  context,
}) => {
  await signInAsDemo(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const catalogs = [
    ['Patents', 'us_patents', '860.00 GB and 8,894,217 rows', 'v1.0'],
    ['Wikipedia', 'wikipedia', '18.90 GB and 51,849,881 rows', 'v2.0'],
    ['Arxiv', 'arxiv', '1.10 TB and 1,855,214 rows', 'v2.0'],
  ] as const;
  await open(page, '/index');
  for (const [name, id, figures, version] of catalogs) {
    const row = page.getByRole('row', { name: new RegExp(`^${name} .* Active Admin$`) });
    await row.getByRole('link', { name }).click();
    await page.waitForURL(`**/data-catalog/${id}`);
    const main = page.getByRole('main');
    await expect(page.getByText(`; the full catalog has ${figures}`)).toHaveText(
      /^\w+\.csv · Sample of [\d,]+ rows; the full catalog has /,
    );
    await expect(main).toContainText(`Version${version}`);
    await main.getByRole('button', { name: 'Copy endpoint' }).click();
    await expect(main.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(new RegExp(`/api/v1/indexes/${id}$`));
    await expect(page.getByRole('heading', { level: 2 })).toContainText([
      'Index Overview',
      'Index Secret Keys',
      'Index Data',
    ]);
    await main.getByRole('link', { name: 'Index', exact: true }).click();
    await page.waitForURL('**/index');
  }
});

test('lists are sorted by every column but sizes and actions', async ({ page }) => {
  await signInAsDemo(page);
  const sortables = {
    '/index': ['Index Name', 'Creation Date', 'Last Updated', 'Status', 'Created by'],
    '/dataset': ['Name', 'Date', 'Author'],
  };
  for (const [path, titles] of Object.entries(sortables)) {
    await open(page, path);
    const headers = page.getByRole('columnheader');
    await expect(headers.getByRole('button')).toHaveText(titles);
    for (const title of titles) {
      const header = headers.filter({
        has: page.getByRole('button', { name: title, exact: true }),
      });
      const sorted = async (direction: string) => {
        await header.getByRole('button').click();
        await expect(header).toHaveAttribute('aria-sort', direction);
        await expect(page.getByRole('alert')).toHaveCount(0);
        await expect(page.getByRole('row', { name: /patents/i })).toBeVisible();
      };
      await sorted('ascending');
      await sorted('descending');
    }
  }
});

test('the wizard refuses names that exist, and can be left', async ({ page }) => {
  await signInAsDemo(page);
  const file = { Size: 10, LastModified: '2026-01-01T00:00:00.000Z' };
  await answerList(page, '/api/datasets/files', [
    { name: 'rows.csv', item: { Key: 'org/org_1/rows.csv', ...file } },
  ]);
  await page.route(/\/api\/indexes\?.*prefix=rows1/i, (route) =>
    route.fulfill({ json: { items: [{ name: 'Rows1' }] } }),
  );
  await open(page, '/index/create');
  await page.getByRole('combobox', { name: 'Dataset' }).click();
  await page.getByRole('option', { name: /^rows\.csv/ }).click();
  const name = page.getByLabel('Index name');
  const next = page.getByRole('button', { name: 'Next' });
  const taken = page.getByText('An index with this name exists already.');
  for (const existing of ['arXiv', 'rows1']) {
    await name.fill(existing);
    await next.click();
    await expect(taken).toBeVisible();
  }
  await name.fill('Rows2');
  await expect(taken).toBeHidden();
  await next.click();
  await expect(page.getByRole('heading', { name: 'Assign Columns' })).toBeFocused();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(name).toHaveValue('Rows2');
  await expect(page.getByRole('combobox', { name: 'Dataset' })).toHaveValue('');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL('**/index');
});
