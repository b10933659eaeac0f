import { expect } from 'vitest';

/** Makes AWS calls of a stack fail, see `packages/local/aws/injected-faults.ts`. */
export async function orderFault(
  origin: string,
  operation: string,
  code: string,
  { containing, times }: { containing: string; times: number },
): Promise<void> {
  const answer = await fetch(`${origin}/_local/faults`, {
    method: 'POST',
    body: JSON.stringify({ operation, code, containing, times }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}
