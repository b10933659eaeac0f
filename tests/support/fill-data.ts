/** Makes the folder that its argument names a data folder whose first start is over. */
import { startStack, stop } from './stack.ts';

const dataDir = process.argv[2]!;
const stack = await startStack({ dataDir });
// Answers once the catalogues are there: uploaded, built and published.
const demo = await fetch(`${stack.origin}/_local/demo`);
await stop(stack);
if (!demo.ok) throw new Error(`The first start has failed:\n${stack.printed()}`);
