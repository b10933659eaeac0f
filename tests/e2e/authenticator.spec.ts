import { expect, test } from '@playwright/test';
import { expectNoViolations } from './support/accessibility.ts';
import { nextAuthenticatorCode } from './support/authenticator.ts';
import { invokeAsOperator } from './support/operator.ts';
import { changePassword, createOrganization, newPerson, signIn, signUp } from './support/people.ts';

test('a person guards their sign-in with an authenticator app', async ({ page }) => {
  const person = newPerson('Ada Guards');
  await signUp(page, person);
  await createOrganization(page, 'Engines');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectNoViolations(page);
  let key = (await page.locator('code').textContent()) ?? '';
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

  // The organization requires it, so that people without an app set one up first.
  await page.goto('/settings');
  const required = page.getByLabel('Require a second factor of all members');
  await required.click();
  await expect(page.getByText('Successfully updated!')).toBeVisible();
  await expect(page.getByRole('row', { name: person.email })).toContainText('On');
  await page.goto('/profile');
  await expect(page.getByText('Your organization requires it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeDisabled();

  await invokeAsOperator('reset-second-factor', { email: person.email });
  await page.goto('/index');
  await page.waitForURL('**/sign-in?**');
  await signIn(page, person);
  await expect(
    page.getByRole('heading', { name: 'Your organization requires a second factor' }),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectNoViolations(page);
  key = (await page.locator('code').textContent()) ?? '';
  await turnOn(await nextAuthenticatorCode(key));
  await expect(page.getByText('Please sign in with its code.')).toBeVisible();
  await signIn(page, person);
  await dialog.getByLabel('Code').fill(await nextAuthenticatorCode(key));
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/index');
  await page.goto('/settings');
  await required.click();
  await expect(required).not.toBeChecked();

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
