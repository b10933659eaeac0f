import { readFile } from 'node:fs/promises';
import { expect, type Request, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expectNoViolations } from './support/accessibility.ts';
import { codeIn, waitForMail } from './support/mailbox.ts';
import { changePassword, createOrganization, newPerson, signIn, signUp } from './support/people.ts';

test('the sign-up form explains what is wrong with a password', async ({ page }) => {
  await page.goto('/sign-up');
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('countess@example.org');
  const submit = async (password: string, confirmation: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(confirmation);
    await page.getByRole('button', { name: 'Sign up' }).click();
  };
  await submit('short', 'other');
  await expect(page.getByText('Password must have at least 10 characters!')).toBeVisible();
  await expect(page.getByText('Password and Confirmation password do not match.')).toBeVisible();
  await submit('My-lovelace-1', 'My-lovelace-1');
  await expect(page.getByText('Password should not contain name')).toBeVisible();
  await submit('My-countess-1', 'My-countess-1');
  await expect(page.getByText('Password should not contain your email')).toBeVisible();
  await submit('password123', 'password123');
  await expect(page.getByText('This password is known from leaks')).toBeVisible();
});

test('an account with an unverified e-mail is verified at its first sign-in', async ({ page }) => {
  const person = newPerson('Grace Late');
  await page.goto('/sign-up');
  await page.getByLabel('Full name').fill(person.fullName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify your email' });
  await expect(dialog).toBeVisible();
  await page.goto('/sign-in');
  await signIn(page, person);
  const code = codeIn(await waitForMail(person.email, /code/i));
  await dialog.getByLabel('Verification code').fill(code);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/index');
  await expect(page.getByRole('dialog', { name: 'Create your organization' })).toBeVisible();
});

test('a forgotten password is replaced with a code from the mailbox', async ({ page }) => {
  const person = newPerson('Mary Forgets');
  await signUp(page, person);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.waitForURL('**/reset-password');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code').fill('123');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Invalid confirmation code!')).toBeVisible();
  const mail = await waitForMail(person.email, /code/i, 2);
  const password = 'Ramble-7-Meadows!';
  await page.getByLabel('Code').fill(codeIn(mail));
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Password has been updated.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, { ...person, password });
  await page.waitForURL('**/index');
});

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
  await expect(page.getByText('Your archive is ready.')).toBeVisible();
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
