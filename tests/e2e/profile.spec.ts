import { readFile } from 'node:fs/promises';
import { expect, type Request, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expectNoViolations } from './support/accessibility.ts';
import { changePassword, createOrganization, newPerson, signIn, signUp } from './support/people.ts';

test('a person changes their name and their password', async ({ page }) => {
  const person = newPerson('Ada Byron');
  await signUp(page, person);
  await createOrganization(page, 'Engines');
  await page.getByRole('button', { name: `Account of ${person.fullName}` }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();

  const update = page.getByRole('button', { name: 'Update' });
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await expect(update).toBeDisabled();
  await page.getByLabel('Full name').fill('Ada King');
  await update.click();
  const updated = page.getByText('Successfully updated!');
  await expect(updated).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account of Ada King' })).toBeVisible();
  await expect(updated).toBeHidden();

  const change = (...passwords: [string, string, string?]) => changePassword(page, ...passwords);
  await change(person.password, 'short', 'other');
  await expect(page.getByText('Password must have at least 10 characters!')).toBeVisible();
  await expect(page.getByText('Password and Confirm Password does not match!')).toBeVisible();
  const password = 'Ramble-7-Meadows!';
  await change('Not-my-password-1', password);
  await expect(page.getByText('Your current password is incorrect!')).toBeVisible();
  const isChange = (request: Request) =>
    request.headers()['x-amz-target']?.endsWith('.ChangePassword') ?? false;
  await page.route('**/*', (route) =>
    isChange(route.request())
      ? route.fulfill({ status: 400, json: { __type: 'LimitExceededException', message: '' } })
      : route.fallback(),
  );
  await change(person.password, password);
  await expect(page.getByText('Attempt limit exceeded, please try again later!')).toBeVisible();
  await page.unrouteAll();
  await change(person.password, password);
  await expect(page.getByText('Password has been updated.')).toBeVisible();

  await page.getByRole('button', { name: 'Account of Ada King' }).click();
  const signOut = page.waitForRequest('**/api/sign-out');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  expect((await signOut).postDataJSON()).toEqual({ refresh_token: expect.stringMatching(/.{20}/) });
  await page.waitForURL('**/sign-in');
  await signIn(page, { email: person.email, password });
  await page.waitForURL('**/index');
});

test('a person downloads their data and erases their account with the organization', async ({
  page,
}) => {
  const person = newPerson('Ada Leaves');
  await signUp(page, person);
  // Without an organization too there is a profile.
  const modal = page.getByRole('dialog', { name: 'Create your organization' });
  await modal.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Erase my account' })).toBeVisible();
  await page.goto('/index');
  await createOrganization(page, 'Engines');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/profile');
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Request a copy' }).click();
  await expect(page.getByText('Your archive is being prepared.')).toBeVisible();
  await expect(page.getByText('Your archive is ready.')).toBeVisible({ timeout: 30_000 });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('antecede-data.zip');
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  expect(Object.keys(files)).toContain('profile.json');

  await page.getByRole('button', { name: 'Erase my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase my account' });
  const erase = dialog.getByRole('button', { name: 'Erase my account' });
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
  await expect(erase).toBeDisabled();
  await dialog.getByLabel(/You are the last person in your organization/).check();
  await expectNoViolations(page);
  await erase.click();
  await page.waitForURL('**/sign-in?erased=1');
  await expect(page.getByText('Your account has been erased.')).toBeVisible();
  await signIn(page, person);
  await expect(page.getByText('Incorrect username or password.')).toBeVisible();
  await page.goto('/index');
  await page.waitForURL('**/sign-in?from=%2Findex');
});
