import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { linkIn, waitForReport } from '#tests/api/support/reports.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { open } from './support/open.ts';
import { newPerson, signInAsDemo } from './support/people.ts';

const sent = 'Email send successfully, please check your inbox to download the report.';

/** From the counter to the news that the mail is on its way. */
async function askForReport(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('progressbar')).toBeVisible();
  const field = page.getByLabel('Email');
  await field.fill(email);
  await field.press('Enter');
  await expect(page.getByText(sent)).toBeVisible();
}

/** What is downloaded when something is done: its name and its first bytes. */
async function downloaded(page: Page, start: () => Promise<unknown>) {
  const waiting = page.waitForEvent('download');
  await start();
  const download = await waiting;
  const bytes = readFileSync(await download.path());
  return { name: download.suggestedFilename(), begins: bytes.subarray(0, 4).toString('latin1') };
}

test('a visitor asks for a prior-art report, downloads it from the mail, and reads it', async ({
  page,
}) => {
  const { email } = newPerson('A Visitor');
  await open(page, '/patents/US-99020012-B2');
  await page.getByRole('link', { name: 'Make a prior-art report' }).click();
  await askForReport(page, email);
  await expect(page).toHaveURL('/download-prior-art/US-99020012-B2?download-success=1');
  const link = linkIn(await waitForReport(process.env.E2E_ORIGIN!, email));
  // A navigation that becomes a download fails as a navigation.
  const file = await downloaded(page, () => page.goto(link).catch(() => undefined));
  expect(file).toEqual({ name: 'prior-art-US-99020012-B2.pdf', begins: '%PDF' });

  await page.getByRole('link', { name: 'Read the report on its page' }).click();
  const art = page.getByRole('region', { name: /^Prior art \(\d+\)/ });
  await expect(art.getByRole('link', { name: /^US-99020011-B1, / })).toBeVisible();
  await expect(art.getByText('Published before.').first()).toBeVisible();
  await expectNoViolations(page);
  await art.getByRole('link', { name: /^US-99020011-B1, / }).click();
  await expect(page.locator('mark').first()).toBeInViewport();
  await page.goBack();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(`/sign-in?from=${encodeURIComponent('/prior-art/US-99020012-B2')}`);
});

test('a member finds a report in the account and shares it, until the link is taken back', async ({
  page,
  browser,
}) => {
  await signInAsDemo(page);
  await open(page, '/download-prior-art/US-99040012-B2');
  await expect(page).toHaveURL('/prior-art/US-99040012-B2');
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Reports' }).click();
  const row = page.getByRole('row').filter({ hasText: 'US-99040012-B2' });
  await expect(row).toContainText('Ready');
  await expectNoViolations(page);
  await row.getByRole('button', { name: /^Share / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Anyone who has the link' }).check();
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();

  const outside = await (await browser.newContext()).newPage();
  await outside.goto(link);
  await expect(outside.getByText(/^Shared by /)).toBeVisible();
  await expectNoViolations(outside);
  await dialog
    .getByRole('button', { name: /^Take back/ })
    .first()
    .click();
  await expect(dialog.getByText(/^Taken back /).first()).toBeVisible();
  await outside.reload();
  await expect(outside.getByRole('heading', { name: 'The link was taken back' })).toBeVisible();
  await outside.context().close();
});

test('a team overrides a grade by keyboard, adds a reference, and exports the chart', async ({
  page,
}) => {
  const patent = 'US-99010012-B2';
  await signInAsDemo(page);
  await open(page, `/claim-chart/${patent}`);
  await page.getByRole('link', { name: 'Make the report' }).click();
  // The page goes on to the report by itself.
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page).toHaveURL(`/claim-chart/${patent}`);
  const chart = page.getByRole('grid', { name: 'Claim chart' });
  const cell = chart.getByRole('button', { name: /^1c, EP-9901001-A1: / });
  await expect(cell).toBeVisible();
  await expectNoViolations(page);
  await cell.focus();
  await page.keyboard.press('Enter');
  const opened = page.getByRole('region', { name: '1c in EP-9901001-A1' });
  const quote = opened.getByRole('link', { name: /^EP-9901001-A1, / }).first();
  await expect(quote).toHaveAttribute('href', /\?part=/);
  await opened.getByRole('radio', { name: /^As the machine/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(opened.getByRole('radio', { name: 'Not found', exact: true })).toBeChecked();
  await opened.getByLabel('Note').fill('Another kind of part');
  await opened.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(opened.getByText(/^Saved by /)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cell).toBeFocused();
  const changed = chart.getByRole('button', { name: /Changed by your team: Not found.*machine: / });
  await expect(changed).toHaveCount(1);

  const field = page.getByLabel('Add a reference');
  await field.fill('US 99,050,011 B2');
  await field.press('Enter');
  await expect(chart.getByRole('columnheader', { name: 'US-99050011-B2' })).toBeVisible();
  await page.reload();
  await expect(changed).toHaveCount(1);
  await expect(page.getByText(/^Added by /)).toBeVisible();

  const exported = (name: string) =>
    downloaded(page, async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name }).first().click();
    });
  for (const [name, extension, begins] of [
    ['Report as PDF', 'pdf', '%PDF'],
    ['Chart for Word', 'docx', 'PK\x03\x04'],
    ['Chart for Excel', 'xlsx', 'PK\x03\x04'],
  ] as const) {
    const file = await exported(name);
    expect(file.name).toMatch(new RegExp(`${patent}.*\\.${extension}$`));
    expect(file.begins).toBe(begins);
  }
  expect((await exported('Chart as CSV')).name).toContain(patent);
  expect((await exported('Citation list')).name).toContain(patent);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page);
  const isWider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isWider).toBe(false);
  await page.getByRole('button', { name: 'Remove US-99050011-B2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/^Added by /)).toBeHidden();
});
