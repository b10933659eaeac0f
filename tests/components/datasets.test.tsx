import { beforeEach, expect, test } from 'vitest';
import { openPage, signIn } from './support/open-page.tsx';
import { file } from './support/samples.ts';
import { answer, requestId } from './support/server.ts';

beforeEach(signIn);

test('a list of datasets that is loading shows its columns', async () => {
  answer('get-dataset-files', 'pending');
  const page = await openPage('/dataset');
  await expect.element(page.getByRole('button', { name: 'Author' })).toBeVisible();
  expect(page.getByText('No datasets yet').elements()).toEqual([]);
});

test('without a dataset, people are told what to upload', async () => {
  answer('get-dataset-files', { output: { items: [] } });
  const page = await openPage('/dataset');
  await expect.element(page.getByRole('heading', { name: 'No datasets yet' })).toBeVisible();
});

test('datasets that cannot be loaded are told with the request id, and asked for again', async () => {
  answer('get-dataset-files', { failure: 'Forbidden' });
  const page = await openPage('/dataset');
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('The datasets could not be loaded')).toBeVisible();
  await expect.element(alert.getByText(requestId)).toBeVisible();
  answer('get-dataset-files', { output: { items: [file('rows.csv')] } });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('rows.csv')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('a session that is refused leads to the sign-in, and remembers the page', async () => {
  answer('get-dataset-files', { failure: 'Unauthenticated' });
  await openPage('/dataset');
  await expect
    .poll(() => window.location.pathname + window.location.search)
    .toBe('/sign-in?from=%2Fdataset');
});
