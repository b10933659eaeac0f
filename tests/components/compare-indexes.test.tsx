import { beforeEach, expect, test } from 'vitest';
import { page as screen } from 'vitest/browser';
import { limits } from '#shared/limits.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, signIn } from './support/open-page.tsx';
import { index } from './support/samples.ts';
import { answer, requestId, requestsTo } from './support/server.ts';

const tickets = (name: string) => ({
  ...index(name),
  rows: 100,
  columns_role: { id: 'metadata', title: 'metadata', product: 'metadata', text: 'index' } as const,
  columns_type: { id: 'id', title: 'text', product: 'keyword' } as const,
});
const [now, before] = [tickets('now'), tickets('before')];
const address = `/compare-indexes?a=${now.item_id}&b=${before.item_id}`;

beforeEach(() => {
  signIn();
  answer('list-indexes', {
    output: (url) => {
      const id = url.searchParams.get('index_id');
      return { items: [now, before].filter(({ item_id }) => id === null || id === item_id) };
    },
  });
});

test('one search is asked of both indexes', async () => {
  answer('query-index', {
    output: ({ pathname }) => ({
      totalFoundItems: 1,
      foundItems: [
        {
          id: '7',
          title: pathname.includes(now.item_id) ? 'New smoke' : 'Old smoke',
          conceptScore: 0.5,
        },
      ],
    }),
  });
  const page = await openPage(address);
  await expect.element(page.getByRole('heading', { name: 'Ask both' })).toBeVisible();
  await page.getByLabelText('Search text for both').fill('+smoke');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const first = page.getByRole('region', { name: 'now' });
  await expect.element(first.getByRole('link', { name: 'New smoke' })).toBeVisible();
  await expect.element(first.getByText(/^1 of 100 rows, 1.0%/)).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'before' }).getByRole('link', { name: 'Old smoke' }))
    .toHaveAttribute('href', `/indexes/${before.item_id}/7?q=smoke`);
  expect(window.location.search).toContain('q=%2Bsmoke');
  await expectNoViolations();
  await page.getByRole('button', { name: 'Exchange the two' }).click();
  await expect.poll(() => window.location.search).toContain(`a=${before.item_id}`);
});

test('shares of categories stand side by side, with what differs most first', async () => {
  const facet = (counts: Record<string, number>) => ({
    column: 'product',
    counts: Object.entries(counts).map(([value, count]) => ({ value, count })),
    distinct: Object.keys(counts).length,
    missing: 0,
  });
  answer('query-index', {
    output: ({ pathname }) => ({
      totalFoundItems: 100,
      foundItems: [],
      facets: [
        pathname.includes(now.item_id)
          ? facet({ Kettle: 50, Toaster: 30 })
          : facet({ Kettle: 49, Toaster: 50, Lamp: 5 }),
      ],
    }),
  });
  const page = await openPage(`${address}&view=shares`);
  const rows = page.getByRole('table').getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('Toaster30.0%3050.0%50−20.0');
  await expect.element(rows.nth(2)).toHaveTextContent('Lamp0%05.0%5−5.0');
  await expect
    .element(rows.nth(1).getByRole('link').first())
    .toHaveAttribute('href', `/search?index=${now.item_id}&q=product%3A%22Toaster%22`);
  // All rows are counted: nothing was asked.
  expect(requestsTo('query-index')[0]?.body).toMatchObject({ request: { sort: 'rows' } });
  await expectNoViolations();
});

test('rows without a counterpart are listed, the least near first, and pages follow on request', async () => {
  const item = (id: number, nearness: number) => ({
    row: { id: `n${id}`, title: `Row ${id}` },
    nearness,
    ...(nearness > 0 && { counterpart: { id: `b${id}`, title: `Counterpart ${id}` } }),
  });
  const rows = Array.from({ length: limits.counterpartRows }, (_, i) => item(i, 0.9));
  answer('list-counterparts', {
    output: (_, body) => {
      const { after = '0' } = body as { after?: string };
      const page = Number(after) + 1;
      return {
        total: 300,
        items: page === 1 ? [item(0, 0.3), item(1, 0), ...rows.slice(2)] : rows,
        ...(page < 6 && { next: String(page) }),
      };
    },
  });
  const page = await openPage(`${address}&view=only`);
  await expect.element(page.getByText('200 of 300 rows compared so far').first()).toBeVisible();
  expect(requestsTo('list-counterparts')).toHaveLength(4);
  await expect
    .element(page.getByText('2 of 200 rows of now have no counterpart in before.'))
    .toBeVisible();
  const listed = page.getByRole('table').getByRole('row');
  await expect.element(listed.nth(1)).toHaveTextContent('Row 1n1None0.00');
  await expect
    .element(listed.nth(2).getByRole('link', { name: 'Compare Row 0 with its counterpart' }))
    .toHaveAttribute('href', '/compare?index=idx_now&id=n0&index=idx_before&id=b0');
  await expectNoViolations();
  answer('list-counterparts', { failure: 'Busy' });
  await page.getByRole('button', { name: 'Compare the rest' }).click();
  await expect.element(page.getByRole('alert').getByText(requestId)).toBeVisible();
  answer('list-counterparts', { output: { total: 300, items: rows } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('All 250 rows compared').first()).toBeVisible();
  await page.getByRole('slider').fill('0.2');
  await expect
    .element(page.getByText('1 of 250 rows of now have no counterpart in before.'))
    .toBeVisible();
  expect(window.location.search).toContain('from=0.2');
  await page.getByText('In both').click();
  await expect
    .element(page.getByText('249 of 250 rows of now have a counterpart in before.'))
    .toBeVisible();
});

test.each([
  ['', 'Choose two indexes'],
  [`?a=${now.item_id}&b=${now.item_id}`, 'These are the same index'],
  ['?a=idx_gone&b=idx_other', 'These indexes cannot be compared'],
])('with %s in its address, the page says: %s', async (query, said) => {
  await screen.viewport(360, 800);
  const page = await openPage(`/compare-indexes${query}`);
  await expect.element(page.getByText(said)).toBeVisible();
  await expectNoViolations();
});
