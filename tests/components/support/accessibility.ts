import axe from 'axe-core';
import { expect } from 'vitest';

/** Expects that axe finds nothing on the page as it comes to rest: what fades in has less contrast on its way. */
export async function expectNoViolations(): Promise<void> {
  await expect
    .poll(async () => {
      const { violations } = await axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
    })
    .toEqual([]);
}
