import { expect, test } from '@playwright/test';
import { expectNoViolations } from './support/accessibility.ts';
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
    'Warm-up',
    'Authentication',
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
