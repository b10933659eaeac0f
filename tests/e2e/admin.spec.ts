import { expect, type Page, test } from '@playwright/test';
import { expectGoodPage } from './support/expect-good-page.ts';
import {
  closeTour,
  createOrganization,
  newPerson,
  type Person,
  signInAsDemo,
  signUp,
} from './support/people.ts';
import { becomeStaff } from './support/staff.ts';

const openMenu = (page: Page, { fullName }: Person) =>
  page.getByRole('button', { name: `Account of ${fullName}` }).click();

test('the portal sends everybody but staff to their indexes', async ({ page }) => {
  await signInAsDemo(page);
  await page.goto('/admin/history');
  await page.waitForURL('**/index');
});

test('a search appears in the usage of its organization and in the history of staff', async ({
  page,
}) => {
  const customer = newPerson('Cora Customer');
  await signUp(page, customer);
  const name = `Works ${customer.email.slice(7, 15)}`;
  await createOrganization(page, name);
  await page.goto('/search?index=us_patents&q=keeping+bees+and+rearing+queens');
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
  await closeTour(page, 'Search by meaning');
  await openMenu(page, customer);
  await expect(page.getByRole('menuitem', { name: 'Admin portal' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Usage' }).click();
  await page.waitForURL('**/usage');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('table', { name: 'Searches by index and key' })).toContainText(
      'Search page',
      { timeout: 10_000 },
    );
  }).toPass();

  await openMenu(page, customer);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  const staff = newPerson('Sam Staff');
  await signUp(page, staff);
  await createOrganization(page, 'Provider');
  await becomeStaff(page, staff);
  await openMenu(page, staff);
  await page.getByRole('menuitem', { name: 'Admin portal' }).click();
  await expect(page.getByRole('heading', { name: 'Email Reminders' })).toBeVisible();
  await page.getByRole('link', { name: 'Search History' }).click();
  await page.getByLabel('Text').fill('rearing queens');
  // The page has searched for the publications of its families, too, which is no row of the history.
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('keeping bees and rearing queens');
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Members' })).toContainText(customer.email);

  await page.getByRole('link', { name: 'Pause Payment' }).click();
  await page.getByRole('textbox', { name: 'Search' }).fill(name);
  await expect(page.getByRole('switch', { name: `Paused payment of ${name}` })).toBeDisabled();

  // By keyboard.
  await page.getByRole('link', { name: 'Email Reminders' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Preview Quota' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/There is nothing to report now/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Preview Quota' })).toBeFocused();
});

test('the portal and the usage pass axe and fit, on a phone and a wide screen, light and dark', async ({
  page,
}) => {
  const staff = newPerson('Sam Staff');
  await signUp(page, staff);
  await createOrganization(page, 'Engines');
  await becomeStaff(page, staff);
  for (const path of [
    '/admin/reminders',
    '/admin/pause_payment',
    '/admin/history',
    '/admin/organizations',
    '/admin/assistant',
    '/admin/limits',
    '/usage',
  ]) {
    await expectGoodPage(page, path);
  }
});
