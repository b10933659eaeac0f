import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Expects that axe finds nothing on a page after all animations.
 *
 * The page must not contain frames: axe runs in the page itself ("legacy mode"), which takes half the time of
 * a second page for the results of its frames.
 *
 * `rules` are those to check, by default all.
 *
 * Repeats the check for a while, because elements have less contrast while they fade in or become enabled.
 */
export async function expectNoViolations(page: Page, rules?: string[]): Promise<void> {
  expect(page.frames(), 'frames of the page').toHaveLength(1);
  await expect
    .poll(
      async () => {
        const axe = new AxeBuilder({ page }).setLegacyMode();
        const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
      },
      // One check of a long list takes seconds on a busy machine.
      { message: page.url(), timeout: 180_000 },
    )
    .toEqual([]);
}
