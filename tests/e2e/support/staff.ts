import { expect, type Page } from '@playwright/test';
import { nextAuthenticatorCode } from './authenticator.ts';
import { invokeAsOperator } from './operator.ts';
import { type Person, signIn } from './people.ts';

/**
 * What the operator's command does: `npm run staff -- grant`. Then the person has to set up an authenticator app, and to sign
 * in with its code.
 */
export async function becomeStaff(page: Page, person: Person): Promise<void> {
  await invokeAsOperator('grant-staff', { email: person.email, staff: true });
  await page.goto('/index');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const key = (await page.locator('code').textContent()) ?? '';
  await page.getByLabel('Code of the app').fill(await nextAuthenticatorCode(key));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Please sign in with its code.')).toBeVisible();
  await signIn(page, person);
  const dialog = page.getByRole('dialog', { name: 'Enter your code' });
  await dialog.getByLabel('Code').fill(await nextAuthenticatorCode(key));
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/index');
}
