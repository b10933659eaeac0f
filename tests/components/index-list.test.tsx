import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openPage, signIn } from './support/open-page.tsx';
import { catalog, index } from './support/samples.ts';
import { answer, requestId, requestsTo, sampleOf } from './support/server.ts';

beforeEach(signIn);

test('a list of indexes that is loading shows its columns, and no text yet', async () => {
  answer('list-indexes', 'pending');
  const page = await openPage('/index');
  await expect.element(page.getByRole('button', { name: 'Index Name' })).toBeVisible();
  await expect.element(page.getByRole('table', { name: 'Indexes' })).toBeVisible();
  expect(page.getByRole('link', { name: /^Rows/ }).elements()).toEqual([]);
});

test('an empty list says what to do first', async () => {
  answer('list-indexes', { output: { items: [] } });
  const page = await openPage('/index');
  await expect
    .element(page.getByRole('heading', { name: 'Search your own texts by meaning' }))
    .toBeVisible();
  await page.getByRole('link', { name: 'Upload a dataset' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dataset' })).toBeVisible();
});

test('a failed list shows the request id and can be retried', async () => {
  answer('list-indexes', { failure: 'Forbidden' });
  const page = await openPage('/index');
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('The indexes could not be loaded')).toBeVisible();
  await expect.element(alert.getByText(requestId)).toBeVisible();
  answer('list-indexes', { output: { items: [index('Rows0'), index('Rows1')] } });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: 'Rows1' })).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'any answer that fits the contract can be shown: %i',
  async (seed) => {
    const list = sampleOf('list-indexes', seed);
    answer('list-indexes', { output: list });
    const page = await openPage('/index');
    const rows = page.getByRole('table', { name: 'Indexes' }).getByRole('row');
    await expect.poll(() => rows.elements().length).toBe(list.items.length + 1);
    expect(page.getByRole('alert').elements()).toEqual([]);
  },
);

test('a catalogue has at most ten keys; another failure of an own index says so', async () => {
  const keys = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `key_${at}`,
      api_key: `ak_${at}`,
      creation_date: '2026-01-01T00:00:00.000Z',
    }));
  answer('list-indexes', { output: { items: [catalog('arxiv', 'Arxiv')] } });
  answer('list-index-keys', { output: { arxiv: keys(10) } });
  answer('create-index-key', { failure: 'Internal' });
  const page = await openPage('/data-catalog/arxiv');
  const add = page.getByRole('button', { name: 'Add more secret keys' });
  await add.click();
  await expect
    .element(page.getByRole('alert').getByText(/Maximum 10 API keys are allowed/))
    .toBeVisible();
  await page.unmount();

  signIn();
  answer('list-indexes', { output: { items: [index('Rows0')] } });
  answer('list-index-keys', { output: { idx_Rows0: keys(1) } });
  answer('create-index-key', { failure: 'Internal' });
  const own = await openPage('/indexes/idx_Rows0');
  await own.getByRole('button', { name: 'Add more secret keys' }).click();
  await expect.element(own.getByRole('alert').getByText(/There is something wrong/)).toBeVisible();
});

test('a key is narrowed in a dialog, and the list says in words what narrows it', async () => {
  const narrowed = {
    id: 'key_1',
    api_key: '••••••••••••wxyz',
    name: 'Shop',
    creation_date: '2026-01-01T00:00:00.000Z',
    restrictions: {
      uses: ['search' as const, 'mcp' as const],
      filters: [{ column: 'id', operator: 'in' as const, value: ['a', 'b'] }],
      columns: ['id', 'title'],
      origins: ['https://shop.example'],
      queries_per_day: 1000,
      expires_at: '2126-01-01T00:00:00.000Z',
    },
    public_keys: ['-----BEGIN PUBLIC KEY-----'],
    previous: { valid_until: '2126-01-02T00:00:00.000Z' },
  };
  answer('list-indexes', { output: { items: [index('Rows0')] } });
  answer('list-index-keys', { output: { idx_Rows0: [narrowed] } });
  answer('create-index-key', { output: narrowed });
  answer('rotate-index-key', { output: narrowed });
  const page = await openPage('/indexes/idx_Rows0');
  const table = page.getByRole('table', { name: 'Secret keys' });
  for (const words of [
    'Shop',
    'For Search, Assistants (MCP)',
    'Sees rows where id in a, b',
    'Sees the columns id, title',
    'From https://shop.example',
    '1,000 a day',
    'Tenant tokens with kid key_1, unused',
  ]) {
    await expect.element(table.getByText(words, { exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Add a restricted key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a restricted key' });
  await dialog.getByLabelText('Name').fill('Partner');
  await dialog.getByLabelText('Queries a day').fill('500');
  await dialog.getByLabelText(/^Pages that may call/).fill('https://partner.example');
  await userEvent.keyboard('{Enter}');
  await dialog.getByLabelText('Only rows where').click();
  await page.getByRole('option', { name: 'id' }).click();
  await dialog.getByLabelText(/^is one of/).fill('w1');
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Add key' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requestsTo('create-index-key')[0]!.body).toMatchObject({
    name: 'Partner',
    restrictions: {
      filters: [{ column: 'id', operator: 'in', value: ['w1'] }],
      origins: ['https://partner.example'],
      queries_per_day: 500,
    },
  });
  await page.getByRole('button', { name: 'Replace key ending in wxyz' }).click();
  await page.getByLabelText('The text ending in wxyz works').selectOptions('no longer');
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect.poll(() => requestsTo('rotate-index-key')).toHaveLength(1);
  expect(requestsTo('rotate-index-key')[0]!.body).toMatchObject({
    api_key_id: 'key_1',
    overlap_hours: 0,
  });
});
