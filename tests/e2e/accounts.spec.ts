import { expect, test } from '@playwright/test';
import { codeIn, waitForMail } from './support/mailbox.ts';
import { invite, newPerson, signIn, signUp } from './support/people.ts';

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

test('an invited person sets a password of their own and is in the team', async ({ page }) => {
  const person = newPerson('Joan Guest');
  await invite(page, person);
  const { text } = await waitForMail(person.email, /invitation/i);
  const temporary = /^\s*(\S{12,})\s*$/m.exec(text)![1]!;
  await page.goto('/sign-in');
  await signIn(page, { email: person.email, password: temporary });
  const dialog = page.getByRole('dialog', { name: 'Set a new password' });
  const set = async (password: string, confirmation: string) => {
    await dialog.getByLabel('New password').fill(password);
    await dialog.getByLabel('Confirm password').fill(confirmation);
    await dialog.getByRole('button', { name: 'Set password' }).click();
  };
  await set(`My-${person.email.split('@')[0]}`, 'other');
  await expect(dialog).toContainText('Password should not contain part of your email');
  await expect(dialog).toContainText('Password and Confirmation password do not match.');
  await expect(dialog.getByLabel('New password')).toBeFocused();
  await set(person.password, person.password);
  await page.waitForURL('**/index');
  await expect(page.getByRole('table', { name: 'Indexes' })).toContainText('Patents');
});
