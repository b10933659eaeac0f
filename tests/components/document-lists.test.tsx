/** Lists of documents: made from a patent, opened, noted on, told when a colleague was faster. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, signIn } from './support/open-page.tsx';
import { catalog } from './support/samples.ts';
import { answer, requestsTo, sampleOf } from './support/server.ts';

beforeEach(signIn);

const kites = {
  ...sampleOf('create-list'),
  list_id: 'lst_1',
  name: 'Kites',
  shared: true,
  own: true,
  items: 1,
};
const item = {
  kind: 'document' as const,
  index_id: 'us_patents',
  id: 'US-99990001-B2',
  title: 'Kite of silk',
  tags: ['near'],
  by: 'Ada Byron',
  at: '2026-11-02T03:04:05Z',
  revision: 3,
};

test('without lists the page says how to make one', async () => {
  answer('list-lists', { output: { items: [] } });
  const page = await openPage('/lists');
  await expect.element(page.getByRole('heading', { name: 'No lists yet' })).toBeVisible();
  await expectNoViolations();
});

test('a patent is added to a list', async () => {
  answer('list-lists', { output: { items: [kites] } });
  answer('add-list-item', { output: { added: true } });
  const patent = { ...sampleOf('get-patent-text'), ucid: item.id, title: item.title };
  answer('get-patent-text', { output: patent });
  const page = await openPage(`/patents/${item.id}`);
  await page.getByRole('button', { name: 'Add to list' }).click();
  await page.getByRole('menuitem', { name: 'Kites (shared)' }).click();
  await expect.element(page.getByText('Added to Kites')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Kites', exact: true }))
    .toHaveAttribute('href', '/lists/lst_1');
  expect(requestsTo('add-list-item')).toEqual([
    expect.objectContaining({
      address: '/api/lists/lst_1/items',
      body: { index_id: 'us_patents', id: item.id, title: item.title },
    }),
  ]);
});

test('a list is exported as citations, with what its index has of the documents', async () => {
  const gone = { ...item, id: 'US-99990002-B2', title: 'A kite that is gone' };
  answer('get-list', { output: { list: kites, items: [item, gone] } });
  const patents = catalog('us_patents', 'Patents');
  const roles = {
    ucid: 'metadata',
    title: 'metadata',
    assignee: 'metadata',
    text: 'index',
  } as const;
  answer('list-indexes', { output: { items: [{ ...patents, columns_role: roles }] } });
  const row = { ucid: item.id, title: 'Kite', assignee: 'Kite Works', conceptScore: 0 };
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [row] } });
  const page = await openPage('/lists/lst_1');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect.element(page.getByText('Citations, counts as a search')).toBeVisible();
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:none');
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  await page.getByRole('menuitem', { name: /ST\.14/ }).click();
  await expect.poll(() => clicked.mock.calls.length).toBe(1);
  expect(await (saved.mock.calls[0]![0] as Blob).text()).toBe(
    'US 99990001 B2 (KITE WORKS)\r\nUS 99990002 B2\r\n',
  );
  expect(requestsTo('query-index')[0]?.body).toMatchObject({
    request: { filters: [{ column: 'ucid', operator: 'in', value: [item.id, gone.id] }] },
  });
});

test('a list leads to its documents, and a note that a colleague changed is not lost', async () => {
  answer('get-list', { output: { list: kites, items: [item] } });
  answer('update-list-item', { failure: 'ListItemChanged' });
  const page = await openPage('/lists/lst_1');
  await expect
    .element(page.getByRole('link', { name: item.title }))
    .toHaveAttribute('href', '/patents/US-99990001-B2');
  await expectNoViolations();
  await page.getByRole('button', { name: `Note and tags of ${item.title}` }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Claim 1');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText(/Somebody in your team has changed this/)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Claim 1');
  expect(requestsTo('update-list-item')[0]?.body).toEqual({
    index_id: 'us_patents',
    id: item.id,
    note: 'Claim 1',
    tags: ['near'],
    revision: 3,
  });
});
