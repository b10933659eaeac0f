/** Runs one measurement in this process and sends its figures, or the reason of a failure, to the parent. */
import process from 'node:process';

interface Task {
  readonly module: string;
  readonly params: unknown;
}

async function figures({ module, params }: Task): Promise<object> {
  const { measure } = await import(new URL(module, import.meta.url).href);
  const measured: object = await measure(params);
  return { ...measured, peakMb: process.resourceUsage().maxRSS / 1024 };
}

process.once('message', async (task: Task) => {
  const answer = await figures(task).catch((error: unknown) => {
    console.error(error);
    const [message] = String((error as Error).message ?? error).split('\n');
    return { unavailable: message!.slice(0, 120) };
  });
  process.send!(answer, () => process.exit(0));
});
