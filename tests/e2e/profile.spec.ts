import { expect, test } from '@playwright/test';
import { createOrganization, newPerson, signIn, signUp } from './support/people.ts';

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

  const change = async (current: string, password: string, confirmation = password) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Confirm password').fill(confirmation);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change(person.password, 'short', 'other');
  await expect(page.getByText('Password must have at least 10 characters!')).toBeVisible();
  await expect(page.getByText('Password and Confirm Password does not match!')).toBeVisible();
  const password = 'Ramble-7-Meadows!';
  await change('Not-my-password-1', password);
  await expect(page.getByText('Your current password is incorrect!')).toBeVisible();
  await change(person.password, password);
  await expect(page.getByText('Password has been updated.')).toBeVisible();

  await page.getByRole('button', { name: 'Account of Ada King' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await signIn(page, { email: person.email, password });
  await page.waitForURL('**/index');
});
