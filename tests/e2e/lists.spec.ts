import { expect, test } from '@playwright/test';
import { open } from './support/open.ts';
import { signInAsDemo } from './support/people.ts';

test.beforeEach(({ page }) => signInAsDemo(page));

test('the built-in indexes end the list and lead to their pages, which state the size and version of each', async ({
  page,
  context,
}) => {
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
