import { beforeEach, expect, test } from 'vitest';
import { openPage, signIn } from './support/open-page.tsx';
import { catalog } from './support/samples.ts';
import { answer, requestId, sampleOf } from './support/server.ts';

const address = '/search?index=us_patents&q=protect+a+hive+from+parasites';

beforeEach(() => {
  signIn();
  const [key] = Object.values(sampleOf('list-index-keys')).flat();
  answer('list-indexes', { output: { items: [catalog('us_patents', 'Patents')] } });
  answer('list-index-keys', {
    output: { us_patents: [{ ...key!, api_key: 'ak_made_up' }] },
  });
});

test('before the first search, people are told what to type', async () => {
  const page = await openPage('/search');
  await expect.element(page.getByRole('heading', { name: 'Search by meaning' })).toBeVisible();
});

test('a search that has begun says so', async () => {
  answer('query-index', 'pending');
  const page = await openPage(address);
  await expect.element(page.getByRole('status', { name: /^Searching/ })).toBeVisible();
});

test('a search that finds nothing says so, to screen readers too', async () => {
  answer('query-index', { output: { totalFoundItems: 0, foundItems: [] } });
  const page = await openPage(address);
  await expect.element(page.getByRole('heading', { name: 'No item found.' })).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('No item found.');
});

test('a search that fails is told with the request id, and made again', async () => {
  answer('query-index', { failure: 'IndexNotReady' });
  const page = await openPage(address);
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText(requestId)).toBeVisible();
  answer('query-index', { output: { totalFoundItems: 0, foundItems: [] } });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'No item found.' })).toBeVisible();
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'any answer that fits the contract can be shown: %i',
  async (seed) => {
    const found = sampleOf('query-index', seed);
    answer('query-index', { output: found });
    const page = await openPage(address);
    const hits = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
    await expect.poll(() => hits.elements().length).toBeGreaterThanOrEqual(found.foundItems.length);
  },
);
