import { beforeEach, expect, test } from 'vitest';
import { openPage, person, signIn } from './support/open-page.tsx';
import { file, index } from './support/samples.ts';
import { answer, requestsTo, sampleOf } from './support/server.ts';

beforeEach(signIn);

test('a build is stopped after a question, and the page says so', async () => {
  const building = {
    ...index('Rows'),
    status: 'Processing' as const,
    progress: {
      stage: 'indexing' as const,
      percent: 40,
      rows: 10,
      rejects: 0,
      placement: 'cluster' as const,
    },
  };
  answer('list-indexes', { output: { items: [building] } });
  const page = await openPage('/indexes/idx_Rows');
  await expect.element(page.getByText('On the search cluster')).toBeVisible();
  await page.getByRole('button', { name: 'Stop build' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/What was built so far is lost/)).toBeVisible();
  const failed = { ...building, status: 'Failed' as const, failure: 'The build was stopped.' };
  answer('cancel-build', { output: failed });
  // The page asks every other second, also while the question is there.
  const isStopped = () => requestsTo('cancel-build').length > 0;
  answer('list-indexes', { output: () => ({ items: [isStopped() ? failed : building] }) });
  await dialog.getByRole('button', { name: 'Stop build' }).click();
  await expect.element(page.getByText('The build was stopped.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Build it again' })).toBeVisible();
});

test('while the file is read, the page says how much of it', async () => {
  const read = { bytes: 12.5e9, of: 1e12 };
  const reading = {
    ...index('Rows'),
    status: 'Processing' as const,
    progress: { stage: 'planning' as const, percent: 1, rows: 0, rejects: 0, read },
  };
  answer('list-indexes', { output: { items: [reading] } });
  const page = await openPage('/indexes/idx_Rows');
  await expect.element(page.getByText('Reading the file')).toBeVisible();
  await expect.element(page.getByText('12.50 GB of 1.00 TB')).toBeVisible();
  expect(page.getByText(/rows? indexed/).elements()).toEqual([]);
});

test('a rebuild says how long it takes before it begins', async () => {
  answer('list-indexes', { output: { items: [{ ...index('Rows'), dataset_name: 'rows.csv' }] } });
  const preview = {
    data: 'id,text',
    size: 1e11,
    format: 'csv' as const,
    encoding: 'utf-8' as const,
    delimiter: ',',
    has_header: true,
    skipped_lines: 0,
    columns: [],
    rows: [],
    rows_read: 0,
    repaired: 0,
    build: { seconds: 7300, place: 'cluster' as const },
  };
  answer('get-dataset-files', {
    output: (url) =>
      url.searchParams.get('key') === 'org_1' ? { items: [file('rows.csv')] } : preview,
  });
  const page = await openPage('/indexes/idx_Rows');
  await page.getByRole('button', { name: 'Rebuild' }).first().click();
  const dialog = page.getByRole('dialog');
  const text = 'It will be ready after about 2 hours. The search cluster will hold it.';
  await expect.element(dialog.getByText(text)).toBeVisible();
});

test('how far changed rows have drifted is told, and a build is offered where it is advised', async () => {
  answer('list-indexes', { output: { items: [{ ...index('Rows'), dataset_name: 'rows.csv' }] } });
  const changes = {
    added: 1200,
    removed: 30,
    new_words: 0.214,
    new_words_of_index: 0.02,
    nearness: 0.3,
    nearness_of_index: 0.6,
    rebuild_advised: true,
  };
  const vectors = { rows: 900, weight: 0.3, is_set: false, ndcg_without: 0.41, ndcg: 0.452 };
  answer('get-index-quality', { output: { ...sampleOf('get-index-quality'), changes, vectors } });
  const page = await openPage('/indexes/idx_Rows');
  const quality = page.getByRole('region', { name: 'Quality' });
  await expect.element(quality.getByText(/1,200 rows added, 30 replaced or deleted/)).toBeVisible();
  await expect.element(quality.getByText(/did not learn 21\.4 % of the words/)).toBeVisible();
  await expect.element(quality.getByText(/0\.30 near to these/)).toBeVisible();
  await expect
    .element(quality.getByText(/900 rows with a vector.*count 0\.3, as the test below has chosen/))
    .toBeVisible();
  await quality.getByRole('button', { name: 'Rebuild' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Rebuild Rows' })).toBeVisible();
  await page.unmount();

  signIn();
  answer('list-indexes', { output: { items: [index('Rows')] } });
  const few = { ...changes, rebuild_advised: false };
  answer('get-index-quality', { output: { ...sampleOf('get-index-quality'), changes: few } });
  const other = (await openPage('/indexes/idx_Rows')).getByRole('region', { name: 'Quality' });
  await expect.element(other.getByText(/1,200 rows added/)).toBeVisible();
  expect(other.getByRole('button').elements()).toEqual([]);
});

test('an admin edits synonyms, a line that cannot be read is named; a member only reads them', async () => {
  answer('list-indexes', { output: { items: [index('Rows')] } });
  answer('list-index-synonyms', { output: { items: ['car = automobile'] } });
  const page = await openPage('/indexes/idx_Rows');
  const section = page.getByRole('region', { name: 'Synonyms' });
  const box = section.getByRole('textbox', { name: 'One per line' });
  await expect.element(box).toHaveValue('car = automobile');
  await expect.element(section.getByRole('button', { name: 'Save synonyms' })).toBeDisabled();
  await box.fill('car = automobile\n\nipad, tablet');
  await section.getByRole('button', { name: 'Save synonyms' }).click();
  const problem = 'Line 2, "ipad, tablet", needs "=" or "=>" between two words.';
  await expect.element(section.getByText(problem)).toBeVisible();
  expect(requestsTo('update-index-synonyms')).toEqual([]);
  const items = ['car = automobile', 'ipad => tablet'];
  answer('update-index-synonyms', { output: { items } });
  await box.fill(items.join('\n'));
  await section.getByRole('button', { name: 'Save synonyms' }).click();
  await expect.element(page.getByText('Successfully updated!')).toBeVisible();
  expect(requestsTo('update-index-synonyms').map(({ body }) => body)).toEqual([{ items }]);

  await page.unmount();
  signIn();
  answer('get-user', { output: { ...person, role: 'member' } });
  answer('list-indexes', { output: { items: [index('Rows')] } });
  answer('list-index-synonyms', { output: { items: ['car = automobile'] } });
  const theirs = (await openPage('/indexes/idx_Rows')).getByRole('region', { name: 'Synonyms' });
  await expect.element(theirs.getByText('car = automobile')).toBeVisible();
  expect(theirs.getByRole('textbox').elements()).toEqual([]);
});

test('an admin reveals a key with one request for it; a member has no button for that', async () => {
  const [creation_date, other] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
  const first = { id: 'key_1', api_key: '••••••••••••ab12', creation_date };
  const second = { id: 'key_2', api_key: '••••••••••••cd34', creation_date: other };
  answer('list-indexes', { output: { items: [index('Rows')] } });
  answer('list-index-keys', {
    output: ({ searchParams }) =>
      searchParams.get('key_id') === 'key_2'
        ? { idx_Rows: [{ ...second, api_key: 'ak_whole' }] }
        : { idx_Rows: [first, second] },
  });
  const page = await openPage('/indexes/idx_Rows');
  const row = page.getByRole('row', { name: /cd34/ });
  await row.getByRole('button', { name: 'Reveal key' }).click();
  await expect.element(page.getByText('ak_whole')).toBeVisible();
  await expect.element(page.getByText(first.api_key)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy key' })).toBeVisible();
  const asked = requestsTo('list-index-keys').map(({ address }) => address);
  expect(new Set(asked)).toEqual(new Set(['/api/index?masked=true', '/api/index?key_id=key_2']));
  await page.getByRole('button', { name: 'Hide key' }).click();
  await expect.element(page.getByText(second.api_key)).toBeVisible();

  await page.unmount();
  signIn();
  answer('get-user', { output: { ...person, role: 'member' } });
  answer('list-indexes', { output: { items: [index('Rows')] } });
  answer('list-index-keys', { output: { idx_Rows: [first] } });
  const theirs = await openPage('/indexes/idx_Rows');
  await expect.element(theirs.getByText(first.api_key)).toBeVisible();
  expect(theirs.getByRole('button', { name: /^(Reveal|Copy) key$/ }).elements()).toEqual([]);
});
