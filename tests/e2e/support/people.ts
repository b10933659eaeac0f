import { type BrowserContext, expect, type Page } from '@playwright/test';
import { codeIn, waitForMail } from './mailbox.ts';

export interface Person {
  fullName: string;
  email: string;
  password: string;
}

/** Somebody who has no account yet. */
export function newPerson(fullName: string): Person {
  const unique = crypto.randomUUID().slice(0, 8);
  return { fullName, email: `reader-${unique}@example.org`, password: 'Wander-9-Fields!' };
}

/** From the form to the request for an organization, as a person does it. */
export async function signUp(page: Page, { fullName, email, password }: Person): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Full name').fill(fullName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  const confirm = page.getByRole('button', { name: 'Confirm' });
  const code = page.getByLabel('Verification code');
  await code.fill('12345');
  await expect(confirm).toBeDisabled();
  await code.fill(codeIn(await waitForMail(email, /code/i)));
  await confirm.click();
  await page.waitForURL('**/index?signup-success=1');
}

export async function createOrganization(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Create your organization' });
  await expect(dialog).toContainText(
    'Your account does not belong to any organization. Please create a new organization to use the product.',
  );
  await dialog.getByLabel('Organization name').fill(name);
  await dialog.getByRole('button', { name: 'Create organization' }).click();
  await expect(dialog).toBeHidden();
}

export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Fills in and sends the form of the profile page. */
export async function changePassword(
  page: Page,
  current: string,
  next: string,
  confirmation = next,
) {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill(next);
  await page.getByLabel('Confirm password').fill(confirmation);
  await page.getByRole('button', { name: 'Change password' }).click();
}

/** The tour that begins with the step of this title on the first visit after a sign-up. */
export async function closeTour(page: Page, title: string): Promise<void> {
  const tour = page.getByRole('dialog', { name: title });
  await expect(tour).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tour).toBeHidden();
}

let demoSession: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;

/**
 * Signs in with the account that a first start makes. The tests of a worker share one session, so they must not
 * sign out: that takes `signInAsDemoByForm`. Opens no page.
 */
export async function signInAsDemo(page: Page): Promise<void> {
  if (demoSession) {
    await page.context().setStorageState(demoSession);
  } else {
    await signInAsDemoByForm(page);
    demoSession = await page.context().storageState();
  }
}

/** The same in a session of its own, which shows the indexes then. */
export async function signInAsDemoByForm(page: Page): Promise<void> {
  const demo = await (await page.request.get('/_local/demo')).json();
  await page.goto('/sign-in');
  await signIn(page, demo);
  await page.waitForURL('**/index');
}
