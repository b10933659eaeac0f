import { beforeEach, expect, test } from 'vitest';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, signIn } from './support/open-page.tsx';
import { catalog, index } from './support/samples.ts';
import { answer, requestId, requestsTo } from './support/server.ts';

const text = 'Small bees dance. They tell where flowers are. Others follow.';
const passage = {
  text: 'They tell where flowers are.',
  start: 18,
  end: 46,
  termRanges: [[16, 23] as [number, number]],
  conceptRanges: [],
};
const row = {
  id: '1913.00001',
  title: 'Dances of bees',
  authors: 'A. Plum',
  published_date: '1913-04-02',
  doi: '10.1234/bees.1',
  text,
  conceptScore: 0.7,
  explanation: { terms: [], concepts: [], passage, highlights: {} },
};
const near = { id: '1913.00002', title: 'Maps of meadows', conceptScore: 0.4321 };
const address = '/data-catalog/arxiv/1913.00001?q=flowers';

beforeEach(() => {
  signIn();
  const roles = {
    id: 'metadata',
    title: 'metadata',
    authors: 'metadata',
    published_date: 'metadata',
    doi: 'metadata',
    text: 'index',
  } as const;
  const arxiv = { ...catalog('arxiv', 'Arxiv'), columns_role: roles };
  answer('list-indexes', { output: { items: [arxiv] } });
});

test('a row is shown in full, with the best passage and similar rows', async () => {
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [row] } });
  answer('list-similar-rows', { output: { foundItems: [near] } });
  const page = await openPage(address);
  await expect.element(page.getByRole('heading', { level: 1, name: row.title })).toBeVisible();
  await expect.element(page.getByText('A. Plum')).toBeVisible();
  await expect.element(page.getByText('first submitted')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: row.doi }))
    .toHaveAttribute('href', `https://doi.org/${row.doi}`);
  await expect
    .element(page.getByRole('link', { name: `https://arxiv.org/abs/${row.id}` }))
    .toBeVisible();
  await expect.element(page.getByText(/^Small bees dance/)).toHaveTextContent(text);
  await expect.element(page.getByRole('mark')).toHaveTextContent('flowers');
  await expect.element(page.getByRole('button', { name: 'Copy citation' })).toBeVisible();
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Search', exact: true }))
    .toHaveAttribute('href', '/search?index=arxiv&q=flowers');
  const similar = page.getByRole('region', { name: 'Similar documents' });
  await expect
    .element(similar.getByRole('link', { name: near.title }))
    .toHaveAttribute('href', '/data-catalog/arxiv/1913.00002');
  await expectNoViolations();
});

test('a row that is not there is no page', async () => {
  answer('query-index', { output: { totalFoundItems: 0, foundItems: [] } });
  const page = await openPage(address);
  await expect.element(page.getByRole('heading', { name: /not found/ })).toBeVisible();
});

test('a row that cannot be read shows the request id', async () => {
  answer('query-index', { failure: 'IndexNotReady' });
  const page = await openPage(address);
  const alert = page.getByRole('alert').first();
  await expect.element(alert.getByText(requestId)).toBeVisible();
});

test('a patent without a stored text is shown to members as a row', async () => {
  const patents = catalog('us_patents', 'Patents');
  const roles = { ucid: 'metadata', title: 'metadata', text: 'index' } as const;
  answer('list-indexes', { output: { items: [{ ...patents, columns_role: roles }] } });
  answer('get-patent-text', { failure: 'PatentNotFound' });
  const patent = { ucid: 'US-99990009-A', title: 'Folding ladder', text, conceptScore: 1 };
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [patent] } });
  const page = await openPage('/patents/US-99990009-A');
  await expect.element(page.getByRole('heading', { level: 1, name: patent.title })).toBeVisible();
  await expect.element(page.getByText(/^Small bees dance/)).toBeVisible();
});

test('a row of another dataset is named as its index says', async () => {
  const own = index('Pans');
  const roles = {
    title: 'metadata',
    'Order no.': 'metadata',
    what: 'metadata',
    text: 'index',
  } as const;
  const uses = { 'Order no.': 'id', what: 'title' } as const;
  answer('list-indexes', {
    output: { items: [{ ...own, columns_role: roles, columns_use: uses }] },
  });
  const pan = { title: 'Mr', 'Order no.': 'A 1', what: 'Iron pan', text, conceptScore: 1 };
  const lid = { title: 'Mrs', 'Order no.': 'A 2', what: 'Lid', conceptScore: 0.5 };
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [pan] } });
  answer('list-similar-rows', { output: { foundItems: [lid] } });
  const page = await openPage(`/indexes/${own.item_id}/A%201`);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Iron pan' })).toBeVisible();
  expect(requestsTo('query-index')[0]!.body).toMatchObject({
    request: { filters: [{ column: 'Order no.', value: 'A 1' }] },
  });
  await expect
    .element(page.getByRole('link', { name: 'Lid' }))
    .toHaveAttribute('href', `/indexes/${own.item_id}/A%202`);
});
