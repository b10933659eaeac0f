import { expect, type Page, test } from '@playwright/test';
import { expectNoViolations } from './support/accessibility.ts';
import { signInAsDemo } from './support/people.ts';

/** Lets the user record say so; that the server keeps to it is tested over HTTP. */
async function withSubscription(page: Page, subscription: Record<string, unknown>) {
  await page.unroute('**/api/users?*');
  await page.route('**/api/users?*', async (route) => {
    const answer = await route.fetch();
    const user = await answer.json();
    await route.fulfill({ response: answer, json: { ...user, subscription } });
  });
  await page.reload();
}

const period = { current_period_start: 0, trial_end: 0 };

test('a subscription that ends or has ended is told, and expired screens are out of reach', async ({
  page,
}) => {
  await signInAsDemo(page);
  const trial = { ...period, status: 'trialing', _isExpired: false };
  await withSubscription(page, { ...trial, _daysInPeriod: 15 });
  await expect(page.getByRole('table', { name: 'Indexes' })).toBeVisible();
  await expect(page.getByText('left on your trial')).toBeHidden();
  for (const [used, left] of [
    [16, '5 days'],
    [20, '1 day'],
  ] as const) {
    await withSubscription(page, { ...trial, _daysInPeriod: used });
    await expect(page.getByRole('complementary', { name: 'Trial' })).toHaveText(
      `You have ${left} left on your trial. Buy the product and upgrade today.`,
    );
  }
  const pastDue = { ...period, status: 'past_due', _isExpired: false, _daysInPeriod: 4 };
  await withSubscription(page, pastDue);
  await expect(page.getByRole('complementary', { name: 'Payment' })).toHaveText(
    'Your subscription is now 4 days past due. Please update your payment details within 17 days to avoid your account being terminated.',
  );
  await expectNoViolations(page);

  await withSubscription(page, { ...pastDue, status: 'unpaid', _isExpired: true });
  for (const path of ['/dataset', '/search', '/data-catalog/arxiv', '/indexes/idx_unknown']) {
    await page.goto(path);
    const dialog = page.getByRole('dialog', { name: 'WE ARE SORRY.' });
    await expect(dialog).toContainText(
      'We are not able to process your payment due to card failure. Your account is deactivated for unpaid subscription. Click here to activate your account.',
    );
    await expect(dialog.getByRole('link', { name: 'Click here' })).toHaveAttribute(
      'href',
      '/subscription',
    );
  }
  await page.goto('/search');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'Click here' })).toBeVisible();
  await expect(page.locator('[inert]').getByLabel('Search text')).toHaveCount(1);
  await page.keyboard.press('Control+k');
  for (let step = 0; step < 15; step += 1) {
    expect(await page.evaluate(() => document.activeElement?.closest('[inert]'))).toBeNull();
    await page.keyboard.press('Tab');
  }
  await expectNoViolations(page);

  await withSubscription(page, { ...trial, _isExpired: true, _daysInPeriod: 21 });
  await expect(page.getByRole('dialog', { name: 'Subscription' })).toHaveText(
    /Your subscription has expired\. Please update your payment details to reactivate it\./,
  );
});
