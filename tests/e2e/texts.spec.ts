import { expect, test } from '@playwright/test';
import { answerList } from './support/answer-list.ts';
import { open } from './support/open.ts';
import { signInAsDemo } from './support/people.ts';

/** A refusal, which is not retried. Its text is that of a server failure. */
const refusal = { status: 400, json: { Code: 'Unforeseen', Message: 'Unforeseen' } };
const broken = { status: 500, json: { Code: 'Internal', Message: 'Internal' } };

test.beforeEach(({ page }) => signInAsDemo(page));

test('a preview that fails says that it will be fixed', async ({ page }) => {
  await open(page, '/dataset');
  await page.route('**/api/datasets/files?key=data-catalog*', (route) => route.fulfill(refusal));
  await page.getByRole('button', { name: 'Preview arxiv.csv' }).click();
  const preview = page.getByRole('dialog', { name: 'arxiv.csv' });
  await expect(preview).toContainText('Something went wrong. We will fix it soon');
});

test('a search that finds nothing, or that nobody answers, says so', async ({ page }) => {
  await page.clock.install();
  const isQuery = '**/api/v1/indexes/*/query';
  await page.route(isQuery, (route) =>
    route.fulfill({ json: { totalFoundItems: 0, foundItems: [] } }),
  );
  await open(page, '/search?index=us_patents&q=nothing');
  await expect(page.getByRole('heading', { name: 'No item found.' })).toBeVisible();
  let asked = 0;
  await page.unroute(isQuery);
  await page.route(isQuery, (route) => {
    asked += 1;
    return route.fulfill(broken);
  });
  const box = page.getByRole('textbox', { name: 'Search text' });
  await box.fill('anything');
  await box.press('Enter');
  const alert = page.getByRole('alert');
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(alert).toContainText('The server is busy right now. Please try again later.', {
      timeout: 500,
    });
  }).toPass();
  expect(asked, 'tried three times more').toBe(4);
});

test('an index has at most ten keys, with a different message for own indexes', async ({
  page,
}) => {
  const key = (number: number) => ({
    id: `key_${number}`,
    api_key: `ak_${number}`,
    creation_date: '2026-01-01T00:00:00.000Z',
  });
  const isList = ({ pathname }: URL) => pathname === '/api/index';
  let count = 10;
  await page.route(isList, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { arxiv: Array.from({ length: count }, (_, at) => key(at)) } })
      : route.fulfill(broken),
  );
  await open(page, '/data-catalog/arxiv');
  await page.getByRole('button', { name: 'Add more secret keys' }).click();
  await expect(page.getByRole('alert')).toContainText('Maximum 10 API keys are allowed');
  count = 1;
  await page.route(/\/api\/indexes\?.*index_id=arxiv/, async (route) => {
    const answer = await route.fetch();
    const { items } = await answer.json();
    await route.fulfill({ json: { items: [{ ...items[0], builtin: false }] } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Add more secret keys' }).click();
  await expect(page.getByRole('alert')).toContainText('There is something wrong');
  await expect(page.getByRole('main')).toContainText('Versionv5.0');
});

test('the wizard refuses names that exist, and can be left', async ({ page }) => {
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
