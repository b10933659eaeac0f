import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const main = path.join(import.meta.dirname, '../main.ts');

/** `npm run catalog -- …` as a process of its own; `exit` has its code and all that it printed. */
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
