import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { linkIn, waitForReport } from '#tests/api/support/reports.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { open } from './support/open.ts';
import { newPerson } from './support/people.ts';

const sent = 'Email send successfully, please check your inbox to download the report.';

/** From the counter to the news that the mail is on its way. */
async function askForReport(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('progressbar')).toBeVisible();
  const field = page.getByLabel('Email');
  await field.fill(email, { timeout: 60_000 });
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
  await page.getByRole('link', { name: 'Prior-art report' }).click();
  await expect(
    page.getByRole('heading', { name: 'Prior art report for this patent is not available.' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Make the report' }).click();
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
  await expect(page.locator('mark')).toBeInViewport();
  await page.goBack();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(`/sign-in?from=${encodeURIComponent('/prior-art/US-99020012-B2')}`);
});

test('a link that leads to no report any more says how to get a new one', async ({ page }) => {
  await page.goto('/api/reports/links/invalidation/US-99020012-B2/gone');
  await expect(page).toHaveURL('/generate-invalidation/US-99020012-B2?link-expired=1');
  await expect(page.getByText('The link in the mail has expired')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeVisible({ timeout: 60_000 });
});

test('of an unknown patent and of nonsense, the pages say what to do', async ({ page }) => {
  await open(page, '/prior-art/US-1-B1');
  await expect(page.getByText('We do not have the text of this patent')).toBeVisible();
  await open(page, '/prior-art/nonsense');
  await expect(page.getByRole('heading', { name: 'Bad request' })).toBeVisible();
  const field = page.getByLabel('Publication number');
  await field.fill('US 99,020,011 B1');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/prior-art\/US%2099/);
  await open(page, '/download-prior-art/US-1-B1');
  await expect(
    page.getByRole('heading', { name: 'There is no text of this patent here' }),
  ).toBeVisible();
});
