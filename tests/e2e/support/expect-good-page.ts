import { expect, type Page, test } from '@playwright/test';
import { expectNoViolations } from './accessibility.ts';
import { open } from './open.ts';

const narrow = { width: 360, height: 800 };
const wide = { width: 1280, height: 800 };
/** The rules of axe that depend on colours, the only difference of a dark page. */
const colourRules = ['color-contrast', 'link-in-text-block'];

async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

/**
 * Expects that a page passes axe and fits its window, on a phone and on a wide screen, which is dark. It is loaded once, on
 * the phone, and follows the window and the system's colours as it does for a person. All rules of axe are checked once;
 * those about colours in the dark, too.
 */
export async function expectGoodPage(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await page.setViewportSize(narrow);
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, path);
    await expectNoViolations(page);
    await expectNoHorizontalScroll(page);
    await page.setViewportSize(wide);
    await expectNoHorizontalScroll(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expectNoViolations(page, colourRules);
  });
}
