import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseOrExit } from '../parse-or-exit.ts';
import { writeGrants } from './generate.ts';

/**
 * `npm run bench -- patents [--documents N]`: documents a second and memory of the catalogue loader on made-up grants in the
 * weekly files' markup, and whether a load that is killed gives the same bytes.
 */
export async function run(options: string[]): Promise<void> {
  const documents = parseOrExit(
    (args) => {
      const { values } = parseArgs({
        args,
        options: { documents: { type: 'string', default: '10000' } },
      });
      return Number(values.documents);
    },
    options,
    'npm run bench -- patents [--documents N]',
  );
  const folder = mkdtempSync(join(tmpdir(), 'antecede-patents-'));
  try {
    const input = join(folder, 'ipg310107.xml');
    const bytes = await writeGrants(input, documents);
    const whole = await timed(() => load(input, join(folder, 'whole')));
    console.log(
      `${documents} documents, ${mega(bytes)} MB of XML: ${Math.round((documents / whole.ms) * 1000)} documents a second, ${mega((bytes / whole.ms) * 1000)} MB a second, at most ${mega(whole.result)} MB of memory`,
    );
    let kills = 0;
    const killed = join(folder, 'killed');
    for (; kills < 3; kills++) {
      const child = start(input, killed);
      await Promise.race([once(child, 'exit'), sleep(whole.ms / 4)]);
      if (child.exitCode !== null) break;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const resumed = await timed(() => load(input, killed));
    const isSame = digestOf(killed) === digestOf(join(folder, 'whole'));
    console.log(
      `killed ${kills} times, resumed in ${(resumed.ms / 1000).toFixed(0)} s: ${isSame ? 'the same bytes' : 'OTHER BYTES'}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const mega = (bytes: number) => (bytes / 1e6).toFixed(0);

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const from = performance.now();
  const result = await work();
  return { result, ms: performance.now() - from };
}

/** With the same limits of memory as `npm run catalog`. */
function start(input: string, out: string): ChildProcess {
  const script: string = JSON.parse(readFileSync('package.json', 'utf8')).scripts.catalog;
  const [, ...args] = script.split(' ');
  return spawn(
    process.execPath,
    [...args, 'load', 'us_patents', '--from', input, '--out', out, '--part-size', '16'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
}

/** Runs a load to its end. Returns the most memory that it took, in bytes. */
async function load(input: string, out: string): Promise<number> {
  const child = start(input, out);
  const end = once(child, 'exit');
  let most = 0;
  while (child.exitCode === null && child.signalCode === null) {
    most = Math.max(most, memoryOf(child.pid!));
    await Promise.race([end, sleep(200)]);
  }
  if (child.exitCode !== 0) throw new Error(`The load failed with ${child.exitCode}.`);
  return most;
}

/** Peak of a process's resident memory; 0 where the system does not tell. */
function memoryOf(pid: number): number {
  const path = `/proc/${pid}/status`;
  try {
    const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of ['us_patents.csv', 'us_patents.documents.jsonl', 'us_patents.links.jsonl']) {
    hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex');
}
