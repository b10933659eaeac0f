import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { FilePreview } from '#shared/contract/datasets.ts';
import type { DatasetSource } from '#shared/contract/sources.ts';
import { errorCatalog } from '#shared/errors.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, signIn } from './support/open-page.tsx';
import { file } from './support/samples.ts';
import { answer, requestId, requestsTo, sampleOf } from './support/server.ts';

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

const source = (more: Partial<DatasetSource> = {}): DatasetSource => ({
  source_id: 'src_1',
  dataset_id: 'org/org_1/prices.csv',
  dataset_name: 'prices.csv',
  from: 'https://data.example.com/prices.csv?…',
  kind: 'url',
  every: 'daily',
  rebuilds: [],
  state: 'ready',
  failures: 0,
  author: 'Ada Byron',
  created_at: '2026-01-01T00:00:00.000Z',
  checked_at: '2026-01-02T00:00:00.000Z',
  next_at: '2026-01-03T00:00:00.000Z',
  ...more,
});
const listed = (items: DatasetSource[]) =>
  answer('list-dataset-sources', {
    output: { items, account_id: '111122223333', external_id: 'org_1' },
  });

test('a dataset is fetched from an address, and its list says how that goes', async () => {
  answer('get-dataset-files', { output: { items: [] } });
  listed([]);
  answer('create-dataset-source', { output: source({ state: 'fetching' }) });
  const page = await openPage('/dataset');
  await page.getByRole('button', { name: 'From URL or S3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fetch a dataset' });
  await dialog
    .getByRole('textbox', { name: 'Address' })
    .fill('https://data.example.com/prices.csv?key=1');
  const name = dialog.getByRole('textbox', { name: 'Name of the dataset' });
  await expect.element(name).toHaveValue('prices.csv');
  const problem = 'The server has no file there (404).';
  listed([
    source({ state: 'fetching', fetched_bytes: 16e6, total_bytes: 64e6 }),
    source({ source_id: 'src_2', dataset_name: 'gone.csv', state: 'stopped', problem }),
  ]);
  await dialog.getByRole('button', { name: 'Fetch', exact: true }).click();
  const table = page.getByRole('table', { name: 'Sources of datasets' });
  await expect.element(table.getByText('16.00 MB of 64.00 MB')).toBeVisible();
  await expect.element(table.getByText(problem)).toBeVisible();
  expect(requestsTo('create-dataset-source')[0]!.body).toEqual({
    filename: 'prices.csv',
    every: 'once',
    url: 'https://data.example.com/prices.csv?key=1',
  });
  await expect.element(page.getByRole('button', { name: 'Fetch prices.csv now' })).toBeDisabled();
  await page.getByRole('button', { name: 'Fetch gone.csv now' }).click();
  await expect.poll(() => requestsTo('fetch-dataset-source')).toHaveLength(1);
});

test('a bucket needs a role, and the page says what it trusts', async () => {
  answer('get-dataset-files', { output: { items: [] } });
  listed([]);
  answer('create-dataset-source', { failure: 'SourceLimitReached' });
  const page = await openPage('/dataset');
  await page.getByRole('button', { name: 'From URL or S3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fetch a dataset' });
  await dialog.getByText('S3 bucket').click();
  await dialog.getByText('How to make the role').click();
  await expect.element(dialog.getByText(/arn:aws:iam::111122223333:root/)).toBeVisible();
  await expect.element(dialog.getByText(/"sts:ExternalId": "org_1"/)).toBeVisible();
  const role_arn = 'arn:aws:iam::444455556666:role/antecede-source-a';
  await dialog.getByRole('textbox', { name: 'Bucket' }).fill('exports');
  await dialog.getByRole('textbox', { name: 'Path' }).fill('2026/');
  await dialog.getByRole('textbox', { name: 'Role' }).fill(role_arn);
  await expectNoViolations();
  await dialog.getByRole('button', { name: 'Fetch', exact: true }).click();
  const refusal = dialog.getByRole('alert');
  await expect.element(refusal).toBeVisible();
  expect(refusal.element().textContent).toContain(errorCatalog.SourceLimitReached.message);
  expect(requestsTo('create-dataset-source')[0]!.body).toEqual({
    filename: 'exports.zip',
    every: 'once',
    s3: { bucket: 'exports', role_arn, prefix: '2026/' },
  });
});

test('rows of another dataset are added in a new one, after a look at the columns of both', async () => {
  const columnsOf: Record<string, string[]> = {
    'a.csv': ['id', 'text'],
    'b.csv': ['text', 'price'],
  };
  const files = { items: [file('a.csv'), file('b.csv')] };
  answer('get-dataset-files', {
    output: ({ searchParams }) => {
      const names = columnsOf[searchParams.get('key')!.slice('org/org_1/'.length)];
      const columns = names?.map((name) => ({
        name,
        type: 'text' as const,
        sure: true,
        suggested: 'metadata' as const,
      }));
      return columns ? { ...(sampleOf('get-dataset-files') as FilePreview), columns } : files;
    },
  });
  listed([]);
  const body = {
    filename: 'a-and-1-more.zip',
    every: 'daily',
    datasets: ['org/org_1/a.csv', 'org/org_1/b.csv'],
  };
  answer('create-dataset-source', { output: source({ state: 'fetching', kind: 'datasets' }) });
  const page = await openPage('/dataset');
  await page.getByRole('button', { name: 'Add rows to a.csv' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add rows to a.csv' });
  await expect.element(dialog.getByRole('button', { name: 'Join' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Dataset with further rows' }).click();
  await page.getByRole('option', { name: 'b.csv' }).click();
  const differences = 'Lacks id: empty in its rows. Has price: empty in the rows of a.csv.';
  await expect.element(dialog.getByText(differences)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Join them' }).selectOptions('daily');
  await expectNoViolations();
  await dialog.getByRole('button', { name: 'Join' }).click();
  await expect.poll(() => requestsTo('create-dataset-source')[0]?.body).toEqual(body);
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
