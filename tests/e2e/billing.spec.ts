import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectNoViolations } from './support/accessibility.ts';
import { createOrganization, newPerson, signUp } from './support/people.ts';

test('an admin adds a card, buys a plan, sees the price before, cancels and takes it back', async ({
  page,
}) => {
  await signUp(page, newPerson('Paula Payer'));
  await createOrganization(page, 'Paying Guests');
  await page.goto('/subscription');
  await expect(page.getByText('Subscription status: trialing')).toBeVisible();
  await expect(page.getByText(/^Trial ends on /)).toBeVisible();
  await page.getByRole('button', { name: 'Update Subscription' }).click();
  await expect(
    page.getByRole('dialog').getByText('Please add a credit card or a bank account first.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Add payment method' }).click();
  const payment = page.getByRole('dialog', { name: 'Update Payment Information' });
  const save = payment.getByRole('button', { name: 'Update Credit Card' });
  await expectNoViolations(page);
  await expect(save).toBeDisabled();
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByLabel('Expiration date').fill('12/40');
  await page.getByLabel('CVC/CVV').fill('123');
  await save.click();
  await expect(page.getByRole('alert')).toContainText('Your card was declined.');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await save.click();
  await expect(payment).toBeHidden();
  await expect(page.getByText('Visa ending in 4242, expires 12/2040')).toBeVisible();

  await page.getByRole('radio', { name: 'Annual, $20.00 per month' }).check();
  await page.getByRole('button', { name: 'Update Subscription' }).click();
  const confirm = page.getByRole('dialog', { name: 'Update Subscription' });
  await expect(confirm).toContainText('$0.00 now, then $240.00 each year from');
  await expect(confirm).toContainText('Do you wish to continue?');
  await confirm.getByRole('button', { name: 'Continue' }).click();
  await expect(confirm).toBeHidden();

  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancel Subscription' });
  const leave = cancel.getByRole('button', { name: 'Cancel Subscription' });
  await leave.click();
  await expect(cancel.getByRole('alert')).toContainText('Please select one option above');
  await expect(cancel.getByLabel('Feedback')).toBeDisabled();
  await cancel.getByRole('radio', { name: 'Other' }).check();
  await leave.click();
  await expect(cancel.getByRole('alert')).toContainText('Please provide your feedback');
  await cancel.getByLabel('Feedback').fill('Too many features');
  await leave.click();
  await expect(page.getByText('Subscription status: canceled')).toBeVisible();
  await page.getByRole('button', { name: 'Keep Subscription' }).click();
  await expect(page.getByText('Subscription status: trialing')).toBeVisible();
});

test('a bank account is added and verified by its micro-deposits', async ({ page }) => {
  await signUp(page, newPerson('Bea Banker'));
  await createOrganization(page, 'Bankers');
  await page.goto('/subscription');
  await page.getByRole('button', { name: 'Add payment method' }).click();
  await page.getByText('ACH Direct Debit').click();
  await page.getByLabel('Account name').fill('Bea Banker');
  await page.getByLabel('Account number').fill('000123456789');
  await page.getByLabel('Routing number').fill('110000000');
  await page.getByRole('button', { name: 'Add Bank Account' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const form = page.getByRole('form', { name: 'Verify your bank account' });
  const verify = form.getByRole('button', { name: 'Verify' });
  await expect(verify).toBeDisabled();
  await form.getByLabel('First amount').fill('32');
  await form.getByLabel('Second amount').fill('45');
  await verify.click();
  await expect(page.getByText('STRIPE TEST BANK ending in 6789')).toBeVisible();
  await expect(form).toBeHidden();
});

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

test.describe('on a small dark screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('a plan is bought, cancelled and kept with the keyboard alone', async ({ page }) => {
    await signUp(page, newPerson('Kay Board'));
    await createOrganization(page, 'Keyboards Only');
    await page.goto('/subscription');
    await press(page, page.getByRole('button', { name: 'Add payment method' }));
    await type(page, page.getByLabel('Card number'), '4242 4242 4242 4242');
    await type(page, page.getByLabel('Expiration date'), '12/40');
    await type(page, page.getByLabel('CVC/CVV'), '123');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
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
});
