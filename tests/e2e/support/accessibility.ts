import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Expects that axe finds nothing on a page after all animations.
 *
 * The page must not contain frames: axe runs in the page itself ("legacy mode"), which takes half the time of
 * a second page for the results of its frames.
 *
 * Repeats the check for a while, because elements have less contrast while they fade in or become enabled.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  expect(page.frames(), 'frames of the page').toHaveLength(1);
  await expect
    .poll(
      async () => {
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
      },
      // One check of a long list takes seconds on a busy machine.
      { message: page.url(), timeout: 60_000 },
    )
    .toEqual([]);
}
