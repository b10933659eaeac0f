/** Runs one measure in this process and sends its figures to the parent. */
import process from 'node:process';

interface Task {
  readonly module: string;
  readonly params: unknown;
}

process.once('message', async ({ module, params }: Task) => {
  const { measure } = await import(new URL(module, import.meta.url).href);
  const figures = await measure(params);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  process.send!({ ...figures, peakMb }, () => process.exit(0));
});
