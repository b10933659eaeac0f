import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** Between two looks at the threads. A job runs for seconds. */
const lookMs = 200;

/**
 * Gives the jobs of a local cloud a processor of their own, the last, and all other threads the rest, as functions of AWS do not share
 * one. What is left of a neighbour is then what the product decides: limits, fair queues, shared records. Jobs are known by their
 * lower priority. Linux only.
 * @returns ends it
 */
export function keepJobsApart(pid: number): () => void {
  const last = availableParallelism() - 1;
  if (last < 1) throw new Error('This needs two processors');
  const placed = new Map<string, string>();
  const place = async () => {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const processors = isJob(pid, thread) ? `${last}` : `0-${last - 1}`;
      if (placed.get(thread) === processors) continue;
      placed.set(thread, processors);
      // A thread may have ended.
      await promisify(execFile)('taskset', ['-pc', processors, thread]).catch(() => undefined);
    }
  };
  let looking = place();
  const timer = setInterval(() => (looking = looking.then(place)), lookMs);
  return () => clearInterval(timer);
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the 19th value is how nice a thread is, the third follows its name. */
function isJob(pid: number, thread: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19 - 3]) > 0;
  } catch {
    return false;
  }
}
