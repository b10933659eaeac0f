import { expect, test } from '@playwright/test';
import { notesCsv } from './support/notes-csv.ts';
import { closeTour, createOrganization, newPerson, signUp } from './support/people.ts';

test('a failed upload can be retried, a running one cancelled; cells are shown as text', async ({
  page,
}) => {
  await signUp(page, newPerson('Ines Patient'));
  await createOrganization(page, 'Patience');
  await page.goto('/dataset');
  await closeTour(page, 'CSV upload');
  const storeIsPostedTo = (url: URL) => url.pathname.startsWith('/_local/aws');
  await page.route(storeIsPostedTo, (route) => route.abort());
  const html = '<img src=x onerror=alert(1)>';
  const choose = async (name: string, buffer = notesCsv(20)) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'CSV Upload' }).first().click();
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer });
  };
  await choose('first.csv');
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads).toContainText('There was a problem with the server.');
  await page.unroute(storeIsPostedTo);
  await uploads.getByRole('button', { name: 'Retry' }).click();
  await expect(uploads).toContainText('Uploaded.');
  await uploads.getByRole('button', { name: 'Dismiss first.csv' }).click();

  await choose(
    'cells.csv',
    Buffer.from(`id,cell\n1,"=HYPERLINK(""//x"")"\n2,${html}\n3,@SUM(A1)\n`),
  );
  await expect(uploads).toContainText('Uploaded.');
  await page.getByRole('button', { name: 'Preview cells.csv' }).click();
  const preview = page.getByRole('dialog', { name: 'cells.csv' });
  for (const text of ['=HYPERLINK("//x")', html, '@SUM(A1)']) {
    await expect(preview.getByRole('cell', { name: text, exact: true })).toHaveText(text);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Preview us_patents.csv' }).click();
  await expect(page.getByRole('dialog', { name: 'us_patents.csv' })).toContainText('assignee');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /us_patents/ })).toContainText('860.00 GB');
  await expect(page.getByRole('button', { name: 'Delete us_patents.csv' })).toHaveCount(0);

  await page.route(storeIsPostedTo, () => undefined);
  await choose('second.csv');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'An upload is running' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await uploads.getByRole('button', { name: 'Cancel' }).click();
  await expect(uploads).toContainText('Cancelled');
  await expect(page.getByRole('table', { name: 'Datasets' })).not.toContainText('second.csv');
});
