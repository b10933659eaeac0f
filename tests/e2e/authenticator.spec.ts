import { expect, test } from '@playwright/test';
import { expectNoViolations } from './support/accessibility.ts';
import { nextAuthenticatorCode } from './support/authenticator.ts';
import { changePassword, createOrganization, newPerson, signIn, signUp } from './support/people.ts';

test('a person guards their sign-in with an authenticator app', async ({ page }) => {
  const person = newPerson('Ada Guards');
  await signUp(page, person);
  await createOrganization(page, 'Engines');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectNoViolations(page);
  const key = (await page.locator('code').textContent()) ?? '';
  const turnOn = async (code: string) => {
    await page.getByLabel('Code of the app').fill(code);
    await page.getByRole('button', { name: 'Turn on' }).click();
  };
  await turnOn('000000');
  await expect(page.getByText('This is not the code that the app shows now.')).toBeVisible();
  await turnOn(await nextAuthenticatorCode(key));
  await expect(page.getByText('The second factor is on.')).toBeVisible();

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await signIn(page, person);
  const dialog = page.getByRole('dialog', { name: 'Enter your code' });
  await expect(dialog).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Code').fill(await nextAuthenticatorCode(key));
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/index');

  await page.goto('/profile');
  const password = 'Ramble-7-Meadows!';
  await changePassword(page, person.password, password);
  await expect(page.getByText('Please sign in with it.')).toBeVisible();
  await signIn(page, { email: person.email, password });
  await dialog.getByLabel('Code').fill(await nextAuthenticatorCode(key));
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/index');

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('The second factor is off.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible();
});
