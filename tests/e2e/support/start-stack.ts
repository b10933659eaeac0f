import { close, startStack } from '#tests/support/stack.ts';

/**
 * Starts the product for all journeys, with the sample catalogues and the demo account. With `E2E_ORIGIN`
 * set, the stack that runs there is used instead.
 */
// biome-ignore lint/style/noDefaultExport: a global setup is found by its default export
export default async function startForJourneys(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_ORIGIN) return undefined;
  const stack = await startStack();
  process.env.E2E_ORIGIN = stack.origin;
  process.env.E2E_DATA_DIR = stack.dataDir;
  return () => close(stack);
}
