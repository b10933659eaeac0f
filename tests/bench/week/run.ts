/**
 * `npm run bench -- week [--grants N]`: adds a week of made-up grants in the weekly files' markup to a serving catalogue, once as a
 * whole, once killed in the middle and run again. Prints time, processor time, documents a second and memory.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCatalog } from '#ops/catalog/test-files/start-catalog.ts';
import { close, type Stack, startStack } from '#tests/support/stack.ts';
import { writeGrants } from '../patents/generate.ts';

const firstWeek = 18_000_000;
const secondWeek = 18_500_000;

interface Usage {
  seconds: number;
  /** Of the command. What answers it is the local cloud. */
  processorSeconds: number;
  /** Most resident memory of the command. */
  memoryBytes: number;
  /** When documents served. */
  servedAfter: number | undefined;
  printed: string;
}

/** Adds a file. With `until` the command is killed then. */
async function add(stack: Stack, file: string, until?: () => boolean): Promise<Usage> {
  const from = performance.now();
  const since = () => (performance.now() - from) / 1000;
  const out = path.join(stack.dataDir, 'work');
  const { child, exit } = startCatalog(
    ['load', 'us_patents', '--add', '--from', file, '--env', 'local', '--out', out],
    { PORT: String(stack.port), LOCAL_DATA_DIR: stack.dataDir },
  );
  let servedAfter: number | undefined;
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (text) => {
      if (String(text).includes('serve now.')) servedAfter ??= since();
    });
  }
  const ended = once(child, 'exit');
  let [memoryBytes, processorSeconds] = [0, 0];
  while (child.exitCode === null && child.signalCode === null) {
    memoryBytes = Math.max(memoryBytes, memoryOf(child.pid!));
    processorSeconds = Math.max(processorSeconds, processorOf(child.pid!));
    if (until?.()) child.kill('SIGKILL');
    await Promise.race([ended, sleep(100)]);
  }
  const { code, printed } = await exit;
  if (code !== 0 && !until) throw new Error(printed);
  return { seconds: since(), processorSeconds, memoryBytes, servedAfter, printed };
}

const read = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // The process has ended, or the system does not tell.
    return '';
  }
};

const memoryOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(read(pid, 'status'))?.[1] ?? 0) * 1024;

/** In hundredths of a second: fields 14 and 15 of the status. */
function processorOf(pid: number): number {
  const fields = read(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { grants: { type: 'string', default: '7000' } },
  });
  const grants = Number(values.grants);
  const stack = await startStack({ functionsStay: false });
  try {
    const week = path.join(stack.dataDir, 'ipg310107.xml');
    const bytes = await writeGrants(week, grants, firstWeek);
    const whole = await add(stack, week);
    print(`${grants} grants, ${(bytes / 1e6).toFixed(0)} MB of XML`, whole, grants);

    const next = path.join(stack.dataDir, 'ipg310114.xml');
    await writeGrants(next, grants, secondWeek);
    const half = performance.now() + ((whole.servedAfter ?? whole.seconds) * 1000) / 2;
    const killed = await add(stack, next, () => performance.now() > half);
    const resumed = await add(stack, next);
    print(`killed after ${killed.seconds.toFixed(0)} s, run again`, resumed, grants);
    for (const first of [firstWeek, secondWeek]) {
      const missing = await missingOf(stack, first, grants);
      console.log(`documents from ${first} on that are not served: ${missing}`);
    }
  } finally {
    await close(stack);
  }
}

function print(what: string, usage: Usage, grants: number): void {
  const { seconds, processorSeconds, memoryBytes, servedAfter } = usage;
  console.log(
    `${what}: ${seconds.toFixed(0)} s with the build (documents served after ${servedAfter?.toFixed(0) ?? '?'} s: ${(grants / (servedAfter ?? seconds)).toFixed(0)} a second), ${processorSeconds.toFixed(0)} s of processor, at most ${(memoryBytes / 1e6).toFixed(0)} MB`,
  );
}

/** Of a hundred documents of a week. */
async function missingOf(stack: Stack, first: number, grants: number): Promise<number> {
  let missing = 0;
  for (let at = 0; at < 100; at++) {
    const ucid = `US-${first + Math.floor((at * (grants - 1)) / 99)}-B2`;
    const { status } = await fetch(`${stack.origin}/api/get-patent-text`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ucid }),
    });
    if (status !== 200) missing++;
  }
  return missing;
}
