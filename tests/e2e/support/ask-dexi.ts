import type { Page } from 'playwright-core';

/** Asks Dexi on its page, and waits until it has answered. */
export async function askDexi(page: Page, question: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message to Dexi' });
  await box.fill(question);
  await box.press('Enter');
  await page
    .getByRole('status')
    .filter({ hasText: /^Dexi has answered$/ })
    .waitFor();
}
