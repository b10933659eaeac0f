import { expect, type Page } from '@playwright/test';

/** Opens a page and waits until nothing loads any more. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilLoaded(page);
}

/**
 * Waits for the heading, and until no placeholder is left: texts have a status, tables are busy.
 * @param timing outside of tests, which have a longer time than the five seconds by default
 */
export async function untilLoaded(page: Page, timing?: { timeout: number }): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible(timing);
  await expect(page.getByRole('status', { name: /^(Loading|Searching)/ })).toHaveCount(0, timing);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, timing);
}
