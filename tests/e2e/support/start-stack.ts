import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}

/**
 * Starts the product as its README does, on a free port and in a folder of its own, and waits for the
 * sample catalogues: the last thing that a first start makes. With `E2E_ORIGIN` set, the stack that runs
 * there is used instead.
 */
// biome-ignore lint/style/noDefaultExport: a global setup is found by its default export
export default async function startStack(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_ORIGIN) return undefined;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'antecede-e2e-'));
  const origin = `http://localhost:${await freePort()}`;
  const stack = spawn(process.execPath, ['--no-warnings', 'local/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: new URL(origin).port, LOCAL_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [stack.stdout, stack.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const stop = async () => {
    if (stack.exitCode === null && stack.kill('SIGTERM')) await once(stack, 'close');
    await rm(dataDir, { recursive: true, force: true });
  };
  for (const address of ['/api/health', '/_local/demo']) {
    const answered = await answers(origin + address, () => stack.exitCode === null);
    if (!answered) {
      await stop();
      throw new Error(`The local stack does not answer ${address}:\n${printed}`);
    }
  }
  process.env.E2E_ORIGIN = origin;
  return stop;
}

async function answers(url: string, isRunning: () => boolean): Promise<boolean> {
  const deadline = Date.now() + 180_000;
  while (isRunning() && Date.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return true;
    await new Promise((later) => setTimeout(later, 250));
  }
  return false;
}
