import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectNoViolations } from './support/accessibility.ts';
import { waitForMail } from './support/mailbox.ts';
import { notesCsv } from './support/notes-csv.ts';
import { closeTour, createOrganization, newPerson, signIn, signUp } from './support/people.ts';

const person = newPerson('Ada Quill');
const rows = 400;

test.describe('a new customer', () => {
  test.describe.configure({ mode: 'serial' });
  let page: Page;

  test.beforeAll(async ({ browser }) => {
    // axe wants a context that was opened by itself.
    page = await (await browser.newContext()).newPage();
  });
  test.afterAll(() => page.context().close());

  test('signs up with a code from the mailbox and creates an organization', async () => {
    await signUp(page, person);
    await createOrganization(page, 'Quill and Sons');
    await expect(page.getByRole('table', { name: 'Indexes' })).toContainText('Patents');
    await expect(page.getByRole('button', { name: 'Account of Ada Quill' })).toBeVisible();
  });

  test('is shown around once, by keyboard too', async () => {
    const step = (name: string) => page.getByRole('dialog', { name });
    // A key that is pressed while a step moves is lost. Without motion the move ends at the next frame.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/data-catalog/us_patents');
    await expect(step('API endpoint')).toContainText('1 of 4');
    await expectNoViolations(page);
    for (const title of ['Specification and documentation', 'Secret keys', 'Index data']) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await page.keyboard.press('ArrowRight');
      await expect(step(title)).toBeVisible();
    }
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(step('Index data')).toBeHidden();

    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/dataset');
    await expect(step('CSV upload')).toBeInViewport({ ratio: 1 });
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(step('CLI upload')).toContainText('very large files (up to 5TB)');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(step('Data catalogs')).toContainText('3 of 4');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(step('Expand and preview')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(step('Expand and preview')).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ reducedMotion: null });
    await page.goto('/dataset');
    await expect(page.getByRole('heading', { name: 'No datasets of your own yet' })).toBeVisible();
    const offered = page.getByRole('table', { name: 'Datasets' }).getByRole('row');
    await expect(offered).toHaveCount(4);
    await expect(offered.nth(1)).toContainText(/us_patents\.csv.*Aug 20, 2021.*860\.00 GB/);
    await expect(offered.nth(2)).toContainText(/wikipedia\.csv.*Aug 27, 2021.*18\.90 GB/);
    await expect(offered.nth(3)).toContainText(/arxiv\.csv.*Aug 24, 2021.*1\.10 TB/);
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Preview arxiv.csv' }).click();
    const preview = page.getByRole('dialog', { name: 'arxiv.csv' });
    await expect(preview.getByRole('columnheader').first()).toHaveText('id');
    await expect(preview).toContainText(/Sample of [\d.]+ kB; the full catalog has 1\.10 TB/);
    await page.keyboard.press('Escape');
    const pending = await page.evaluate(() => Object.keys(localStorage).join());
    expect(pending).not.toMatch(/tour-(dataset|patents)/);
  });

  test('uploads a CSV; another file is refused', async () => {
    await page.getByRole('link', { name: 'Dataset', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'No datasets of your own yet' })).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'CSV Upload' }).first().click();
    await (await chooser).setFiles([
      { name: 'notes.csv', mimeType: 'text/csv', buffer: notesCsv(rows) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
    ]);
    await expect(page.getByText('Only csv file is accepted.')).toBeVisible();
    await expect(
      page.getByText(/Export the table in one of these forms and upload that file/),
    ).toBeVisible();
    await expect(page.getByText('Uploaded.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Datasets' })).toContainText('Ada Quill');
  });

  test('previews the file as a table', async () => {
    await page.getByRole('button', { name: 'Preview notes.csv' }).click();
    const preview = page.getByRole('dialog', { name: 'notes.csv' });
    await expect(preview.getByRole('columnheader')).toHaveText(['id', 'title', 'story']);
    await expect(preview.getByRole('cell', { name: 'Sailing 1', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
  });

  test('is led through the wizard by its messages', async () => {
    await page.getByRole('link', { name: 'Create an index from it' }).click();
    const next = page.getByRole('button', { name: 'Next' });
    await next.click();
    await expect(page.getByText('Please enter the index name.')).toBeVisible();
    await page.getByLabel('Index name').fill('my notes');
    await expect(
      page.getByText("Index name shouldn't have space and special characters."),
    ).toBeVisible();
    await page.getByLabel('Index name').fill('Notes');
    await expect(page.getByRole('combobox', { name: 'Dataset' })).toHaveValue(/^notes\.csv/);
    await next.click();
    const samples = page.getByRole('list', { name: 'Sample values of title' });
    await expect(samples.getByRole('listitem')).toHaveCount(5);
    const chosen = (column: string, role: string) =>
      page.getByRole('radiogroup', { name: `Role of ${column}` }).getByLabel(role);
    await expect(chosen('story', 'Ignore')).toBeChecked();
    await expect(chosen('title', 'Ignore')).toBeChecked();
    await next.click();
    await expect(
      page.getByText('Please select one index column and at least one metadata column.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Use suggestions' }).click();
    await expect(chosen('story', 'Index')).toBeChecked();
    await expect(chosen('title', 'Metadata')).toBeChecked();
    await next.click();
    await expect(page.getByRole('main')).toContainText('id, title');
    await page.getByRole('button', { name: 'Run Index' }).click();
    await expect(page.getByRole('heading', { name: 'Notes', level: 1 })).toBeVisible();
  });

  test('watches the build until the index is active', async () => {
    await expect(
      page.getByText('Your index is being processed. We will email you once it is ready.'),
    ).toBeVisible();
    // Attached: at 0 % the bar has no width yet, and a small build may be done before it has one.
    await expect(page.getByRole('progressbar', { name: 'Progress of the build' })).toBeAttached();
    await expect(page.getByText('API endpoint')).toBeVisible();
    await expect(page.getByText(` · ${rows} rows`)).toBeVisible();
  });

  test('sees which row was rejected, and why', async () => {
    const rejects = page.getByRole('table', { name: 'Rejected rows' });
    await expect(rejects.getByRole('row')).toHaveCount(2);
    await expect(rejects).toContainText('4 cells');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('Notes-rejects.csv');
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toMatch(/^"line","reason"\r\n"802","[^"]*4 cells/);
  });

  test('gets the mail that the index is ready', async () => {
    const mail = await waitForMail(person.email, /ready/i);
    expect(mail.subject).toContain('Notes');
  });

  test('adds a key, reveals it, and queries with it over HTTP', async () => {
    const keys = page.getByRole('table', { name: 'Secret keys' });
    await page.getByRole('button', { name: 'Delete key' }).click();
    await expect(
      page.getByText('Operation not allowed, please add another key before deleting this one'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Add more secret keys' }).click();
    await expect(keys.getByRole('row')).toHaveCount(3);
    await keys.getByRole('button', { name: 'Reveal key' }).last().click();
    const code = keys.getByRole('row').last().getByRole('code');
    await expect(code).toHaveText(/^ak_/);
    const key = await code.textContent();
    const endpoint = await page.getByRole('code').first().textContent();
    const answer = await page.request.post(`${endpoint}/query`, {
      headers: { 'x-api-key': key! },
      data: { request: { conceptFeaturesString: 'making honey', maxNumItems: 3 } },
    });
    expect((await answer.json()).foundItems[0].title).toMatch(/^Bees/);
  });

  test('deletes a key after a confirmation', async () => {
    const keys = page.getByRole('table', { name: 'Secret keys' });
    await keys.getByRole('button', { name: 'Delete key' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Delete secret key' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(keys.getByRole('row')).toHaveCount(2);
  });

  test('rebuilds the index from its dataset while it serves', async () => {
    await page.getByRole('button', { name: 'Rebuild' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rebuild Notes' });
    await expect(dialog.getByRole('combobox', { name: 'Dataset' })).toHaveValue(/^notes\.csv/);
    await dialog.getByRole('button', { name: 'Rebuild' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('A new version of the index is being built.')).toBeVisible();
    await expect(page.getByText('API endpoint')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rebuild' })).toBeVisible();
  });

  test('searches the index and shares the address of the search', async () => {
    await page.getByRole('link', { name: 'Search this index' }).click();
    await closeTour(page, 'Search by meaning');
    const box = page.getByRole('textbox', { name: 'Search text' });
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeDisabled();
    await box.fill('steering a boat by the wind');
    await box.press('Enter');
    const first = page.getByRole('region', { name: 'Results' }).getByRole('listitem').first();
    await expect(first).toContainText(/Sailing/);
    await expect(first).toContainText(/Score[01]\.\d{4}/);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await page.reload();
    await expect(first).toContainText(/Sailing/);
    // The document has begun them, and the app has taken the answers.
    for (const path of ['/api/users', '/api/search-keys', '/config.json']) {
      expect(calls.filter((called) => called === path)).toHaveLength(1);
    }
    expect(await page.evaluate(() => window.begunCalls)).toEqual([]);
    const index = page.getByRole('combobox', { name: 'Index to search' });
    await expect(index).toHaveValue('Notes');
    await index.click();
    await page.getByRole('option', { name: 'Patents' }).click();
    await expect(first).not.toContainText(/Sailing/);
    await expect(page).toHaveURL(/index=us_patents&q=steering/);
  });

  test('signs out and in again, back to the page that asked for it', async () => {
    await page.getByRole('button', { name: 'Account of Ada Quill' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    await page.goto('/dataset');
    await page.waitForURL('**/sign-in?from=%2Fdataset');
    await signIn(page, { email: person.email, password: 'Some-other-word-1' });
    await expect(page.getByRole('alert')).toBeVisible();
    await signIn(page, person);
    await page.waitForURL('**/dataset');
    await expect(page.getByRole('table', { name: 'Datasets' })).toContainText('notes.csv');
  });

  test('deletes the dataset after a confirmation; the index keeps serving', async () => {
    await page.getByRole('button', { name: 'Delete notes.csv' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete dataset' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'No datasets of your own yet' })).toBeVisible();
    await page.getByRole('link', { name: 'Index', exact: true }).click();
    await expect(page.getByRole('row', { name: /Notes/ })).toContainText('Active');
  });
});
