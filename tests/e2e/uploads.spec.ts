import { expect, test } from '@playwright/test';
import { notesCsv } from './support/notes-csv.ts';
import { createOrganization, newPerson, signUp } from './support/people.ts';

test('an upload that fails can be tried again, a running one cancelled', async ({ page }) => {
  await signUp(page, newPerson('Ines Patient'));
  await createOrganization(page, 'Patience');
  await page.goto('/dataset');
  const storeIsPostedTo = (url: URL) => url.pathname.startsWith('/_local/aws');
  await page.route(storeIsPostedTo, (route) => route.abort());
  const choose = async (name: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'CSV Upload' }).first().click();
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: notesCsv(20) });
  };
  await choose('first.csv');
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads).toContainText('There was a problem with the server.');
  await page.unroute(storeIsPostedTo);
  await uploads.getByRole('button', { name: 'Retry' }).click();
  await expect(uploads).toContainText('Uploaded.');
  await uploads.getByRole('button', { name: 'Dismiss first.csv' }).click();

  await page.route(storeIsPostedTo, () => undefined);
  await choose('second.csv');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'An upload is running' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await uploads.getByRole('button', { name: 'Cancel' }).click();
  await expect(uploads).toContainText('Cancelled');
  await expect(page.getByRole('table', { name: 'Datasets' })).not.toContainText('second.csv');
});
