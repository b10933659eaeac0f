import { expect, test } from '@playwright/test';
import { answerList } from './support/answer-list.ts';
import { open } from './support/open.ts';
import { signInAsDemo } from './support/people.ts';

const broken = { status: 500, json: { Code: 'Internal', Message: 'Internal' } };

test.beforeEach(({ page }) => signInAsDemo(page));

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
