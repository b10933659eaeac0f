import { expect, test } from '@playwright/test';
import type { Index } from '#shared/contract/indexes.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { answerList } from './support/answer-list.ts';
import { open } from './support/open.ts';
import { signInAsDemo } from './support/people.ts';

test.beforeEach(({ page }) => signInAsDemo(page));

test('the built-in indexes end the list and lead to their pages, which state the size and version of each', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const catalogs = [
    ['Patents', 'us_patents', '860.00 GB · 8,894,217 rows', 'v1.0'],
    ['Wikipedia', 'wikipedia', '18.90 GB · 51,849,881 rows', 'v2.0'],
    ['Arxiv', 'arxiv', '1.10 TB · 1,855,214 rows', 'v2.0'],
  ] as const;
  for (const [name, id, figures, version] of catalogs) {
    const row = page.getByRole('row', { name: new RegExp(`^${name} .* Active Admin$`) });
    await row.getByRole('link', { name }).click();
    await page.waitForURL(`**/data-catalog/${id}`);
    const main = page.getByRole('main');
    await expect(page.getByText(`${id}.csv · ${figures} · `)).toHaveText(
      / · [\d,]+ rows loaded in this environment$/,
    );
    await expect(main).toContainText(`Version${version}`);
    await main.getByRole('button', { name: 'Copy endpoint' }).click();
    await expect(main.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(new RegExp(`/api/v1/indexes/${id}$`));
    await expect(page.getByRole('heading', { level: 2 })).toContainText([
      ...['Index Overview', 'Index Secret Keys', 'Index Data'],
    ]);
    await main.getByRole('link', { name: 'Index', exact: true }).click();
    await page.waitForURL('**/index');
  }
});

test('lists are sorted by every column but sizes and actions', async ({ page }) => {
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

const files = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    name: `Rows${number}.csv`,
    item: {
      ...{ Key: `org/org_1/Rows${number}.csv`, Size: 1500, author: 'Ada' },
      LastModified: '2026-01-01T00:00:00.000Z',
    },
  }));

test('lists have pages of 10, or of 5 or 20', async ({ page }) => {
  await answerList(page, '/api/datasets/files', files(23));
  await open(page, '/dataset');
  const rows = page.getByRole('table', { name: 'Datasets' }).locator('tbody').getByRole('row');
  const pages = page.getByRole('navigation', { name: 'Pages of Datasets' });
  const size = pages.getByRole('combobox', { name: 'Rows per page' });
  const next = pages.getByRole('button', { name: 'Next page' });
  await expect(size.getByRole('option')).toHaveText(['5 per page', '10 per page', '20 per page']);
  await expect(rows).toHaveCount(10);
  await expect(pages).toContainText('1–10');
  await next.click();
  await expect(pages).toContainText('11–20');
  await next.click();
  await expect(pages).toContainText('21–23 of 23');
  await expect(rows).toHaveCount(3);
  await expect(next).toBeDisabled();
  await pages.getByRole('button', { name: 'Previous page' }).click();
  await expect(pages).toContainText('11–20');
  for (const rowsPerPage of [5, 20]) {
    await size.selectOption(String(rowsPerPage));
    await expect(pages).toContainText(`1–${rowsPerPage}`);
    await expect(rows).toHaveCount(rowsPerPage);
  }
});

test('of many datasets one is found by the beginning of its name, by keyboard', async ({
  page,
}) => {
  await answerList(page, '/api/datasets/files', files(60));
  await open(page, '/index/create');
  await page.getByLabel('Index name').focus();
  await page.keyboard.press('Tab');
  const box = page.getByRole('combobox', { name: 'Dataset' });
  await expect(box).toBeFocused();
  await page.keyboard.type('rows5');
  await expect(page.getByRole('option')).toHaveCount(11);
  await expect(page.getByRole('status').filter({ hasText: '11 found' })).toHaveCount(1);
  await expectNoViolations(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('Rows50.csv (1.50 kB)');
  await box.fill('nothing like it');
  await expect(page.getByText('No dataset whose name begins like this')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(box).toHaveValue('Rows50.csv (1.50 kB)');
});

const index = (number: number): Index => ({
  ...{ item_id: `idx_${number}`, name: `Rows${number}`, author: 'Ada', builtin: false },
  ...{ created_at: '2026-01-01T00:00:00.000Z', modified_at: '2026-01-01T00:00:00.000Z' },
  ...{ status: 'Active', version: '1.0', api_endpoint: 'http://localhost/none' },
  ...{ dataset_name: 'rows.csv', dataset_size: 10, rows: 10 },
  columns_role: { id: 'metadata', text: 'index' },
  progress: { stage: 'done', percent: 100, rows: 10, rejects: 0 },
});

test('of many indexes one is found by the beginning of its name, and opened by its link', async ({
  page,
}) => {
  const indexes = Array.from({ length: 60 }, (_, number) => ({
    name: `Rows${number}`,
    item: index(number),
  }));
  await answerList(page, '/api/indexes', indexes);
  await page.route(/index_id=idx_57/, (route) =>
    route.fulfill({ json: { items: [indexes[57]!.item] } }),
  );
  await open(page, '/search?index=idx_57');
  const box = page.getByRole('combobox', { name: 'Index to search' });
  await expect(box).toHaveValue('Rows57');
  await box.fill('rows59');
  await expect(page.getByRole('option')).toHaveText(['Rows59']);
  await expectNoViolations(page);
  await box.fill('pat');
  await expect(page.getByRole('option')).toHaveText(['Patents']);
  await box.press('ArrowDown');
  await box.press('Enter');
  await page.waitForURL('**/search?index=us_patents');
  await expect(box).toHaveValue('Patents');
});
