import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectNoViolations } from './support/accessibility.ts';
import { createOrganization, newPerson, signUp } from './support/people.ts';

test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

/** Goes on with the tabulator until a control has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The tabulator does not come to this control.');
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

test('a plan is bought, cancelled and kept with the keyboard alone, on a small dark screen', async ({
  page,
}) => {
  await signUp(page, newPerson('Kay Board'));
  await createOrganization(page, 'Keyboards Only');
  await page.goto('/subscription');
  await type(page, page.getByLabel('Card number'), '4242 4242 4242 4242');
  await type(page, page.getByLabel('Expiration date'), '12/40');
  await type(page, page.getByLabel('CVC/CVV'), '123');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Visa ending in 4242, expires 12/2040')).toBeVisible();

  await tabTo(page, page.getByRole('radio', { name: 'Monthly, $24.00 per month' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Annual, $20.00 per month' })).toBeChecked();
  await press(page, page.getByRole('button', { name: 'Update Subscription' }));
  const confirm = page.getByRole('dialog', { name: 'Update Subscription' });
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(confirm).toContainText('$0.00 now, then $240.00 each year');
  await expectNoViolations(page);
  await press(page, confirm.getByRole('button', { name: 'Continue' }));
  await expect(confirm).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeVisible();

  await press(page, page.getByRole('button', { name: 'Cancel Subscription' }));
  const cancel = page.getByRole('dialog', { name: 'Cancel Subscription' });
  await tabTo(page, cancel.getByRole('radio', { name: 'Complexity' }));
  await page.keyboard.press('ArrowUp');
  await expect(cancel.getByRole('radio', { name: 'Other' })).toBeChecked();
  await type(page, cancel.getByLabel('Feedback'), 'Only trying out');
  await expectNoViolations(page);
  await press(page, cancel.getByRole('button', { name: 'Cancel Subscription' }));
  await expect(page.getByText('Subscription status: canceled')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Keep Subscription' }));
  await expect(page.getByText('Subscription status: trialing')).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
});
