import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoViolations } from './support/accessibility.ts';
import { listOf } from './support/answer-list.ts';
import { openPage, signIn } from './support/open-page.tsx';
import { catalog, file, index } from './support/samples.ts';
import { answer } from './support/server.ts';

beforeEach(signIn);

const files = (count: number) =>
  listOf(
    Array.from({ length: count }, (_, number) => file(`Rows${number}.csv`)),
    ({ Key }) => Key.split('/').at(-1)!,
  );

test('lists have pages of 10, or of 5 or 20', async () => {
  answer('get-dataset-files', { output: files(23) });
  const page = await openPage('/dataset');
  const rows = page.getByRole('button', { name: /^Preview Rows/ });
  const pages = page.getByRole('navigation', { name: 'Pages of Datasets' });
  const size = pages.getByRole('combobox', { name: 'Rows per page' });
  const next = pages.getByRole('button', { name: 'Next page' });
  const shown = async (text: string) => {
    await expect.element(pages.getByText(text)).toBeVisible();
  };
  await shown('1–10');
  const sizes = size.getByRole('option').elements();
  expect(sizes.map(({ textContent }) => textContent)).toEqual([
    '5 per page',
    '10 per page',
    '20 per page',
  ]);
  expect(rows.elements()).toHaveLength(10);
  await next.click();
  await shown('11–20');
  await next.click();
  await shown('21–23 of 23');
  expect(rows.elements()).toHaveLength(3);
  await expect.element(next).toBeDisabled();
  await pages.getByRole('button', { name: 'Previous page' }).click();
  await shown('11–20');
  for (const rowsPerPage of [5, 20]) {
    await userEvent.selectOptions(size, String(rowsPerPage));
    await shown(`1–${rowsPerPage}`);
    await expect.poll(() => rows.elements().length).toBe(rowsPerPage);
  }
});

test('a dataset is found by the start of its name, by keyboard', async () => {
  answer('get-dataset-files', { output: files(60) });
  const page = await openPage('/index/create');
  await page.getByLabelText('Index name').click();
  await userEvent.keyboard('{Tab}');
  const box = page.getByRole('combobox', { name: 'Dataset' });
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('rows5');
  await expect.poll(() => page.getByRole('option').elements().length).toBe(11);
  await expect.element(page.getByRole('status').getByText('11 found')).toBeInTheDocument();
  await expectNoViolations();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(box).toHaveValue('Rows50.csv (1.50 kB)');
  await box.fill('nothing like it');
  await expect.element(page.getByText('No dataset whose name begins like this')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(box).toHaveValue('Rows50.csv (1.50 kB)');
});

test('an index is found by the start of its name and opened by its link', async () => {
  const indexes = Array.from({ length: 60 }, (_, number) => index(`Rows${number}`));
  const all = [...indexes, catalog('us_patents', 'Patents')];
  const list = listOf(all, ({ name }) => name);
  answer('list-indexes', {
    output: (url) => {
      const wanted = url.searchParams.get('index_id');
      return wanted ? { items: all.filter(({ item_id }) => item_id === wanted) } : list(url);
    },
  });
  const page = await openPage('/search?index=idx_Rows57');
  const box = page.getByRole('combobox', { name: 'Index to search' });
  const options = () =>
    page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.element(box).toHaveValue('Rows57');
  // The list is loaded when somebody is about to open it.
  await box.click();
  await box.fill('rows59');
  await expect.poll(options).toEqual(['Rows59']);
  await expectNoViolations();
  await box.fill('pat');
  await expect.poll(options).toEqual(['Patents']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => window.location.search).toBe('?index=us_patents');
  await expect.element(box).toHaveValue('Patents');
});
