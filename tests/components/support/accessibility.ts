import axe from 'axe-core';
import { expect } from 'vitest';

/**
 * Expects that axe finds nothing after all animations, because elements have less contrast while they fade
 * in.
 */
export async function expectNoViolations(): Promise<void> {
  await expect
    .poll(async () => {
      const { violations } = await axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
    })
    .toEqual([]);
}
