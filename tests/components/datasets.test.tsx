import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { errorCatalog } from '#shared/errors.ts';
import { openPage, signIn } from './support/open-page.tsx';
import { file } from './support/samples.ts';
import { answer, requestId } from './support/server.ts';

beforeEach(signIn);

test('a list of datasets that is loading shows its columns', async () => {
  answer('get-dataset-files', 'pending');
  const page = await openPage('/dataset');
  await expect.element(page.getByRole('button', { name: 'Author' })).toBeVisible();
  expect(page.getByText('No datasets of your own yet').elements()).toEqual([]);
});

test('an empty list says what to upload', async () => {
  answer('get-dataset-files', { output: { items: [] } });
  const page = await openPage('/dataset');
  await expect
    .element(page.getByRole('heading', { name: 'No datasets of your own yet' }))
    .toBeVisible();
});

test('a failed list stands under the table, shows the request id and can be retried', async () => {
  answer('get-dataset-files', { failure: 'Forbidden' });
  const page = await openPage('/dataset');
  const alert = page.getByRole('alert');
  await expect.element(alert).toBeVisible();
  const { textContent } = alert.element();
  expect(textContent).toContain('The datasets could not be loaded');
  expect(textContent).toContain(requestId);
  const table = page.getByRole('table', { name: 'Datasets' }).element();
  expect(
    table.compareDocumentPosition(alert.element()) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
  answer('get-dataset-files', { output: { items: [file('rows.csv')] } });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('rows.csv')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('a file that is not a CSV has no preview, and the page says only that', async () => {
  answer('get-dataset-files', { output: { items: [file('photo.csv')] } });
  const page = await openPage('/dataset');
  await expect.element(page.getByText('photo.csv')).toBeVisible();
  answer('get-dataset-files', { failure: 'DatasetUnreadable' });
  await page.getByRole('button', { name: 'Preview photo.csv' }).click();
  const preview = page.getByRole('dialog', { name: 'photo.csv' });
  await expect.element(preview.getByText('There is no preview of this file')).toBeVisible();
  await expect.element(preview.getByText(errorCatalog.DatasetUnreadable.message)).toBeVisible();
  expect(preview.getByText('Something went wrong').elements()).toEqual([]);
});

test('a preview that fails says that it will be fixed', async () => {
  answer('get-dataset-files', { output: { items: [file('rows.csv')] } });
  const page = await openPage('/dataset');
  await expect.element(page.getByText('rows.csv')).toBeVisible();
  answer('get-dataset-files', { failure: 'Forbidden' });
  await page.getByRole('button', { name: 'Preview rows.csv' }).click();
  await expect.element(page.getByText('Something went wrong. We will fix it soon')).toBeVisible();
});

test('several files are one dataset or many, as somebody chooses', async () => {
  answer('get-dataset-files', { output: { items: [] } });
  answer('create-upload', 'pending');
  const page = await openPage('/dataset');
  const csv = (name: string, text: string) => new File([text], name, { type: 'text/csv' });
  const files = [csv('b.csv', 'id,text\n2,two\n'), csv('a.csv', 'id,text\n1,one\n')];
  await expect.element(page.getByRole('button', { name: 'CSV Upload' }).first()).toBeVisible();
  const field = document.querySelector('input[type="file"][multiple]')!;
  await userEvent.upload(field, files);
  const dialog = page.getByRole('dialog', { name: 'Upload 2 files' });
  const name = dialog.getByRole('textbox', { name: 'Name of the dataset' });
  await expect.element(name).toHaveValue('b-and-1-more.zip');
  await name.fill('both');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect.element(uploads.getByText('both.zip')).toBeVisible();

  await userEvent.upload(field, files);
  await dialog.getByRole('radio', { name: 'A dataset for each file' }).click();
  await dialog.getByRole('button', { name: 'Upload' }).click();
  for (const each of ['both.zip', 'b.csv', 'a.csv']) {
    await expect.element(uploads.getByText(each)).toBeVisible();
  }
});

test('a refused session leads to the sign-in and then back to the page', async () => {
  answer('get-dataset-files', { failure: 'Unauthenticated' });
  await openPage('/dataset');
  await expect
    .poll(() => window.location.pathname + window.location.search)
    .toBe('/sign-in?from=%2Fdataset');
});
