import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const main = path.join(import.meta.dirname, '../main.ts');

/** Runs `npm run catalog -- …` in a child process. `exit` resolves to its exit code and output. */
export function startCatalog(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['--no-warnings', main, ...args], {
    env: { ...process.env, ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const exit = once(child, 'close').then(([code]) => ({ code: code as number | null, printed }));
  return { child, exit };
}
