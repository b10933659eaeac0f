import { beforeEach, describe, expect, test } from 'vitest';
import { page as screen } from 'vitest/browser';
import type { FilePreview } from '#shared/contract/datasets.ts';
import { errorCatalog } from '#shared/errors.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, signIn } from './support/open-page.tsx';
import { file, index } from './support/samples.ts';
import { type Answer, answer, requestId, requestsTo } from './support/server.ts';

beforeEach(async () => {
  await screen.viewport(1280, 800);
  signIn();
  answer('list-indexes', { output: { items: [] } });
});

const columns: FilePreview['columns'] = [
  { name: 'id', type: 'id', sure: true, suggested: 'metadata', suggested_use: 'id' },
  { name: 'headline', type: 'text', sure: true, suggested: 'metadata', suggested_use: 'title' },
  { name: 'published', type: 'date-month-first', sure: false, suggested: 'metadata' },
  { name: 'story', type: 'text', sure: true, suggested: 'index' },
  { name: 'notes', type: 'text', sure: true, suggested: 'ignore' },
];

const story = 'Two hundred people came to the harbour when the old ferry left for the last time';

const preview: FilePreview = {
  data: '',
  size: 1500,
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  has_header: true,
  skipped_lines: 0,
  columns,
  rows: Array.from({ length: 7 }, (_, i) => [`${i}`, `Ferry ${i}`, '01/02/2020', story, '']),
  rows_read: 7,
  repaired: 0,
  build: { seconds: 720, place: 'functions' },
};

/** Answers previews of a file; the list of files has that one. */
function answerPreview(how: FilePreview | ((url: URL) => FilePreview)): void {
  answer('get-dataset-files', {
    output: (url) => {
      if (url.searchParams.get('key') === 'org_1') return { items: [file('ferries.csv')] };
      return typeof how === 'function' ? how(url) : how;
    },
  });
}

/** Opens the wizard and goes to its second step. What previews answer may be set in between. */
async function openColumns(later?: Answer<'get-dataset-files'>) {
  const page = await openPage('/index/create');
  await page.getByLabelText('Index name').fill('Ferries');
  await page.getByRole('combobox', { name: 'Dataset' }).click();
  await page.getByRole('option', { name: /^ferries\.csv/ }).click();
  if (later) answer('get-dataset-files', later);
  await page.getByRole('button', { name: 'Next' }).click();
  return page;
}

type Page = Awaited<ReturnType<typeof openPage>>;

const role = (page: Page, column: string, name: string) =>
  page
    .getByRole('radiogroup', { name: `Role of ${column}`, exact: true })
    .getByRole('radio', { name, exact: true });

const useSuggestions = (page: Page) =>
  page.getByRole('button', { name: 'Use suggestions' }).click();

/** What the wizard asks the server to build. */
async function built(page: Page) {
  answer('create-index', { output: index('Ferries') });
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByText('about 12 minutes')).toBeVisible();
  await expect.element(page.getByText('In the search functions')).toBeVisible();
  await expect.element(page.getByText('Title of a row')).toBeVisible();
  const sample = page.getByRole('figure', { name: /The page of a row will look like/ });
  await expect.element(sample).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Run Index' }).click();
  await expect.poll(() => requestsTo('create-index').length).toBe(1);
  return requestsTo('create-index')[0]!.body;
}

describe('the columns of a dataset', () => {
  test('are announced while they are loaded', async () => {
    answerPreview(preview);
    const page = await openColumns('pending');
    await expect.element(page.getByRole('status', { name: 'Loading columns' })).toBeVisible();
  });

  test('are ignored at first, and take the suggested roles with one click', async () => {
    answerPreview(preview);
    const page = await openColumns();
    for (const { name } of columns) {
      await expect.element(role(page, name, 'Ignore')).toBeChecked();
    }
    await expect.element(page.getByText('Suggested: Index', { exact: true })).toBeVisible();
    expect(page.getByText('Suggested: Metadata', { exact: true }).elements()).toHaveLength(3);
    await expectNoViolations();
    await useSuggestions(page);
    await expect.element(role(page, 'story', 'Index')).toBeChecked();
    await expect.element(role(page, 'id', 'Metadata')).toBeChecked();
    // A column without values.
    await expect.element(role(page, 'notes', 'Ignore')).toBeChecked();
    await expect.element(page.getByText('Index: story · 3 metadata · 1 ignored')).toBeVisible();
    const samples = page.getByRole('list', { name: 'Sample values of headline' });
    expect(samples.getByRole('listitem').elements()).toHaveLength(5);
    await expectNoViolations();
    expect(await built(page)).toMatchObject({
      columnsRole: {
        id: 'metadata',
        headline: 'metadata',
        published: 'metadata',
        story: 'index',
        notes: 'ignore',
      },
      columnsType: {},
      columnsUse: { id: 'id', headline: 'title' },
      reading: {},
    });
  });

  test('take another title, and no id', async () => {
    answerPreview(preview);
    const page = await openColumns();
    await useSuggestions(page);
    const title = page.getByRole('combobox', { name: 'Title', exact: true });
    const id = page.getByRole('combobox', { name: 'Id', exact: true });
    await expect.element(title).toHaveValue('headline');
    await title.click();
    await page.getByRole('option', { name: 'published' }).click();
    await expect.element(id).toHaveValue('id');
    await id.click();
    await page.getByRole('option', { name: 'None' }).click();
    expect(await built(page)).toMatchObject({ columnsUse: { published: 'title' } });
  });

  test('may hold vectors, whose weight can be set', async () => {
    const vectors = { name: 'notes', type: 'vector', sure: true, suggested: 'metadata' } as const;
    answerPreview({ ...preview, columns: [...columns.slice(0, -1), vectors] });
    const page = await openColumns();
    await useSuggestions(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabelText('Weight of the vectors in notes').fill('0.5');
    await expectNoViolations();
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await built(page)).toMatchObject({
      columnsRole: { notes: 'metadata' },
      columnsType: {},
      vectorWeight: 0.5,
    });
  });

  test('are embedded by the model of the installation if one wants it and knows the price', async () => {
    const priced = columns.map((column) => ({ ...column, embedding_usd: 1.25 }));
    answerPreview({ ...preview, columns: priced, embedder: { model: 'embedder-1' } });
    const page = await openColumns();
    await useSuggestions(page);
    await page.getByRole('button', { name: 'Next' }).click();
    // The text and the title.
    await expect.element(page.getByText(/about 2\.50 USD for all rows/)).toBeVisible();
    await page.getByRole('checkbox', { name: /with embedder-1/ }).click();
    await expectNoViolations();
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await built(page)).toMatchObject({ embed: true });
  });

  test('that are all ignored are refused', async () => {
    answerPreview(preview);
    const page = await openColumns();
    await useSuggestions(page);
    await page.getByRole('button', { name: 'Ignore all' }).click();
    await expect.element(role(page, 'story', 'Ignore')).toBeChecked();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect
      .element(page.getByRole('alert').getByText(/select one index column/))
      .toBeVisible();
    await useSuggestions(page);
    await expect.element(role(page, 'story', 'Index')).toBeChecked();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  test('ask for the order of day and month where it is open, and take another type', async () => {
    answerPreview(preview);
    const page = await openColumns();
    await useSuggestions(page);
    const question = page.getByText(/Does the day or the month come first/);
    await expect.element(question).toBeVisible();
    await page.getByLabelText('Type of published').selectOptions('Dates, day first');
    await expect.element(question).not.toBeInTheDocument();
    await page.getByLabelText('Type of headline').selectOptions('Keywords');
    expect(await built(page)).toMatchObject({
      columnsType: { published: 'date-day-first', headline: 'keyword' },
    });
  });

  test('are read anew with another delimiter and encoding, and chosen anew', async () => {
    const one = { ...preview, columns: columns.slice(0, 1), rows: [['a;b']] };
    answerPreview((url) => {
      if (url.searchParams.get('delimiter') !== ';') return one;
      return { ...preview, delimiter: ';', encoding: 'windows-1252' };
    });
    const page = await openColumns();
    await expect.element(page.getByRole('alert').getByText(/one column only/)).toBeVisible();
    await page.getByLabelText('Delimiter').selectOptions('Semicolon');
    await useSuggestions(page);
    await expect.element(role(page, 'story', 'Index')).toBeChecked();
    await page.getByLabelText('Encoding').selectOptions('Western European (Mac)');
    await expect.element(role(page, 'story', 'Ignore')).toBeChecked();
    await useSuggestions(page);
    expect(await built(page)).toMatchObject({
      reading: { delimiter: ';', encoding: 'macintosh' },
    });
  });

  test.each([
    [1280, 800],
    [360, 740],
  ])('are two hundred, and Next is in sight all the time: %i px', async (width, height) => {
    await screen.viewport(width, height);
    const many = Array.from({ length: 200 }, (_, i) => ({
      ...columns[i === 0 ? 3 : 1]!,
      name: `answer ${i}`,
    }));
    answerPreview({ ...preview, columns: many, rows: [many.map((_, i) => `${story} ${i}`)] });
    const page = await openColumns();
    const next = page.getByRole('button', { name: 'Next' });
    await useSuggestions(page);
    await expect.element(role(page, 'answer 0', 'Index')).toBeChecked();
    await expect.element(next).toBeInViewport();
    const last = page.getByLabelText('Role of answer 199');
    await last.getByText('Index').click();
    await expect.element(next).toBeInViewport();
    await expect
      .element(page.getByText('Index: answer 199 · 198 metadata · 1 ignored'))
      .toBeVisible();
  });

  test('may be more than an index has, of which not all are used', async () => {
    const many = Array.from({ length: 510 }, (_, i) => ({
      ...columns[i === 0 ? 3 : 1]!,
      name: `answer ${i}`,
      suggested:
        i === 0 ? ('index' as const) : i < 500 ? ('metadata' as const) : ('ignore' as const),
    }));
    answerPreview({ ...preview, columns: many, rows: [many.map(() => story)] });
    const page = await openColumns();
    await useSuggestions(page);
    const last = page.getByLabelText('Role of answer 509');
    await last.getByText('Metadata').click();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect
      .element(page.getByRole('alert').getByText(/501 columns.*at most 500/))
      .toBeVisible();
    await last.getByText('Ignore').click();
    const { columnsRole, columnsData } = (await built(page)) as {
      columnsRole: Record<string, string>;
      columnsData: string;
    };
    expect(Object.keys(columnsRole)).toHaveLength(500);
    expect(JSON.parse(columnsData)).toHaveLength(500);
  });
});

test('a file that the address names is chosen, until one goes back to the first step', async () => {
  answerPreview(preview);
  const page = await openPage('/index/create?dataset=ferries.csv');
  const dataset = page.getByRole('combobox', { name: 'Dataset' });
  await expect.element(dataset).toHaveValue('ferries.csv (1.50 kB)');
  await page.getByLabelText('Index name').fill('Ferries');
  await page.getByRole('button', { name: 'Next' }).click();
  await useSuggestions(page);
  // Who comes back from another page, or loads this one again, goes on where they were.
  await page.getByRole('link', { name: 'Projects' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  window.history.back();
  await expect.element(role(page, 'story', 'Index')).toBeChecked();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(dataset).toHaveValue('');
  await expect.element(page.getByLabelText('Index name')).toHaveValue('Ferries');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByText(errorCatalog.DatasetNotChosen.message)).toBeVisible();
});

test('lines above a table, damaged characters and other columns are told, and the lines can be kept', async () => {
  const differences = ['b.csv has other columns than a.csv: it lacks id (empty in its rows).'];
  answerPreview((url) =>
    url.searchParams.get('skip') === '0'
      ? preview
      : { ...preview, skipped_lines: 2, damaged: { count: 4, lines: [5, 8, 9] }, differences },
  );
  const page = await openColumns();
  await expect.element(page.getByText(/2 lines above the table will be left out/)).toBeVisible();
  await expect
    .element(page.getByText(/4 of the first 7 rows.*line 5, 8, 9 and others/))
    .toBeVisible();
  await expect.element(page.getByText(differences[0]!)).toBeVisible();
  await page.getByLabelText('Lines above the table').selectOptions('0');
  await expect.element(page.getByText(/will be left out/)).not.toBeInTheDocument();
  await useSuggestions(page);
  expect(await built(page)).toMatchObject({ reading: { skip: 0 } });
});

describe('a file of which rows are left out', () => {
  const reason = 'The row has 7 cells, the header has 5.';
  const examples = [{ line: 12, text: '11,Ferry, a story' }];

  test('is warned of before the build, with the commonest reason and where it is', async () => {
    answerPreview({ ...preview, rows_read: 100, rejected: { count: 6, reason, examples } });
    const page = await openColumns();
    const alert = page.getByRole('alert');
    await expect.element(alert.getByText(/6 of the first 100 rows/)).toBeVisible();
    await expect.element(alert.getByText(new RegExp(reason))).toBeVisible();
    await expect.element(alert.getByText(/Line 12: 11,Ferry, a story/)).toBeVisible();
    await expectNoViolations();
  });

  test('is not, if they are few', async () => {
    answerPreview({ ...preview, rows_read: 100, rejected: { count: 5, reason, examples } });
    const page = await openColumns();
    await expect.element(role(page, 'story', 'Ignore')).toBeChecked();
    expect(page.getByRole('alert').elements()).toEqual([]);
  });
});

test('a file that cannot be read says why, and leads back', async () => {
  answerPreview(preview);
  const page = await openColumns({ failure: 'DatasetUnreadable' });
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText(errorCatalog.DatasetUnreadable.message)).toBeVisible();
  await expect.element(alert.getByText(requestId)).toBeVisible();
  answerPreview(preview);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(page.getByLabelText('Index name')).toHaveValue('Ferries');
});
