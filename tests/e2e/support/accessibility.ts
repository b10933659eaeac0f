import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Expects that axe finds nothing on a page as it comes to rest.
 *
 * Looks again for as long as an assertion waits: what fades in, or out of a disabled state, has
 * less contrast on its way, and cannot be told from what keeps it before it has arrived.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
      },
      { message: page.url() },
    )
    .toEqual([]);
}
