import axe from 'axe-core';
import { expect } from 'vitest';

/** One run of axe takes longer than the usual second of a poll where a page is large and the machine is busy. */
const timeoutMs = 60_000;

/**
 * Expects that axe finds nothing after all animations, because elements have less contrast while they fade
 * in.
 */
export async function expectNoViolations(): Promise<void> {
  await expect
    .poll(
      async () => {
        // Elements that pass a check are not described, which would take longer.
        const { violations } = await axe.run({ resultTypes: ['violations'] });
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
      },
      { timeout: timeoutMs },
    )
    .toEqual([]);
}
