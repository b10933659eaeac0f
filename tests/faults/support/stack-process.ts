import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

/** A data folder of its own; `build` spares it from building again what the other tests have built. */
export async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'antecede-faults-'));
  const cache = path.join(root, 'node_modules/.cache/antecede-build');
  await cp(cache, path.join(dataDir, 'build'), { recursive: true }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return dataDir;
}

export const removeDataDir = (dataDir: string) => rm(dataDir, { recursive: true, force: true });

/** `npm start` as a process that can be killed. */
export interface StackProcess {
  child: ChildProcess;
  /** What it has printed so far. */
  printed: () => string;
  /** Resolves with the exit code. */
  exit: Promise<number | null>;
}

export function spawnStack(environment: Record<string, string>): StackProcess {
  const child = spawn(process.execPath, ['--no-warnings', 'local/start.mjs'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return { child, printed: () => text, exit };
}

/** Starts a stack on a port and waits until it answers. */
export async function startStack(
  port: number,
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<StackProcess> {
  const stack = spawnStack({ ...environment, PORT: String(port), LOCAL_DATA_DIR: dataDir });
  let ended = false;
  void stack.exit.then(() => {
    ended = true;
  });
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (ended) throw new Error(`The stack has stopped:\n${stack.printed()}`);
    const answer = await fetch(`http://localhost:${port}/api/health`).catch(() => undefined);
    if (answer?.ok) return stack;
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error(`The stack does not answer:\n${stack.printed()}`);
}

/** Pulls the plug. */
export async function kill(stack: StackProcess): Promise<void> {
  stack.child.kill('SIGKILL');
  await stack.exit;
}
