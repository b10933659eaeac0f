import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { expectNoViolations } from './support/accessibility.ts';
import { notesCsv } from './support/notes-csv.ts';
import { closeTour, createOrganization, newPerson, signUp } from './support/people.ts';

test('a failed upload can be retried, a running one cancelled; cells are shown as text', async ({
  page,
}) => {
  await signUp(page, newPerson('Ines Patient'));
  await createOrganization(page, 'Patience');
  await page.goto('/dataset');
  await closeTour(page, 'CSV upload');
  const storeIsPostedTo = (url: URL) => url.pathname.startsWith('/_local/aws');
  await page.route(storeIsPostedTo, (route) => route.abort());
  const html = '<img src=x onerror=alert(1)>';
  const choose = async (name: string, buffer = notesCsv(20)) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'CSV Upload' }).first().click();
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer });
  };
  await choose('first.csv');
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads).toContainText('There was a problem with the server.');
  await page.unroute(storeIsPostedTo);
  await uploads.getByRole('button', { name: 'Retry' }).click();
  await expect(uploads).toContainText('Uploaded.');
  await uploads.getByRole('button', { name: 'Dismiss first.csv' }).click();

  await choose(
    'cells.csv',
    Buffer.from(`id,cell\n1,"=HYPERLINK(""//x"")"\n2,${html}\n3,@SUM(A1)\n`),
  );
  await expect(uploads).toContainText('Uploaded.');
  await page.getByRole('button', { name: 'Preview cells.csv' }).click();
  const preview = page.getByRole('dialog', { name: 'cells.csv' });
  for (const text of ['=HYPERLINK("//x")', html, '@SUM(A1)']) {
    await expect(preview.getByRole('cell', { name: text, exact: true })).toHaveText(text);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Preview us_patents.csv' }).click();
  await expect(page.getByRole('dialog', { name: 'us_patents.csv' })).toContainText('assignee');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /us_patents/ })).toContainText('860.00 GB');
  await expect(page.getByRole('button', { name: 'Delete us_patents.csv' })).toHaveCount(0);

  await page.route(storeIsPostedTo, () => undefined);
  await choose('second.csv');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'An upload is running' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await uploads.getByRole('button', { name: 'Cancel' }).click();
  await expect(uploads).toContainText('Cancelled');
  await expect(page.getByRole('table', { name: 'Datasets' })).not.toContainText('second.csv');
});

test('a file is uploaded with the tool that the page offers, step by step', async ({
  page,
}, testInfo) => {
  await signUp(page, newPerson('Otto Large'));
  await createOrganization(page, 'Large and Larger');
  await page.goto('/dataset');
  await closeTour(page, 'CSV upload');
  await page.getByRole('button', { name: 'CLI Upload' }).click();
  const dialog = page.getByRole('dialog', { name: 'CLI upload' });
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
    'Install the command-line tool',
    'Check that it runs',
    'Choose a CSV file',
    'Download the presigned JSON',
    'Place presigned.json beside the CSV file',
    'Run the tool',
    'Wait until the progress bar is full',
  ]);
  const presign = dialog.getByRole('button', { name: 'Download presigned.json' });
  const completed = dialog.getByRole('button', { name: 'I completed all steps' });
  await expect(presign).toBeDisabled();
  await expect(completed).toBeDisabled();

  const choose = async (name: string) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose file' }).click();
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: notesCsv(200) });
  };
  await choose('notes.txt');
  await expect(dialog.getByText('Only csv file is accepted.')).toBeVisible();
  await expect(presign).toBeDisabled();
  await choose('my notes.csv');
  await expect(dialog).toContainText('antecede-upload "my notes.csv"');

  const call = (url: URL) => url.pathname === '/api/cli-presigned';
  await page.route(call, (route) => route.fulfill({ status: 500, json: {} }));
  await presign.click();
  await expect(dialog.getByText('There was a problem with the server.')).toBeVisible();
  await expect(completed).toBeDisabled();
  await page.unroute(call);
  await expectNoViolations(page);

  const folder = testInfo.outputPath();
  const saved = async (click: () => Promise<void>) => {
    const download = page.waitForEvent('download');
    await click();
    const file = await download;
    const saveAs = path.join(folder, file.suggestedFilename());
    await file.saveAs(saveAs);
    return saveAs;
  };
  const presigned = await saved(() => presign.click());
  expect(path.basename(presigned)).toBe('presigned.json');
  expect(JSON.parse(await readFile(presigned, 'utf8'))).toMatchObject({ filename: 'my notes.csv' });
  await expect(completed).toBeEnabled();
  const tool = await saved(() => dialog.getByRole('link', { name: 'one file' }).click());
  const csv = path.join(folder, 'my notes.csv');
  await writeFile(csv, notesCsv(200));
  const { stderr } = await promisify(execFile)(process.execPath, [tool, csv]);
  expect(stderr).toContain('my notes.csv');

  await completed.click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row', { name: /my notes\.csv/ });
  await expect(row).toContainText('Otto Large');
});
