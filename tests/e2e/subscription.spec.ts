import { expect, test } from '@playwright/test';
import { expectNoViolations } from './support/accessibility.ts';
import { signInAsDemo } from './support/people.ts';

// That the server keeps to it is tested over HTTP, what each state says in `tests/components`.
test('a page that needs a subscription stays out of reach of the keyboard without one', async ({
  page,
}) => {
  await page.route('**/api/users?*', async (route) => {
    const answer = await route.fetch();
    const user = await answer.json();
    const subscription = {
      status: 'unpaid',
      current_period_start: 0,
      trial_end: 0,
      _isExpired: true,
      _daysInPeriod: 4,
    };
    await route.fulfill({ response: answer, json: { ...user, subscription } });
  });
  await signInAsDemo(page);
  await page.goto('/search');
  await expect(page.getByRole('dialog', { name: 'WE ARE SORRY.' })).toBeVisible();
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
});
