import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#local/build/steps.ts';
import type { Stack } from '#tests/support/stack.ts';

/** Runs an operator's command of `ops/` against a stack and gives what it printed. Throws where it fails. */
export async function operate({ port, dataDir }: Stack, script: string, ...args: string[]) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join('ops', script), ...args, '--env', 'local'],
    { cwd: projectRoot, env: { ...process.env, PORT: String(port), LOCAL_DATA_DIR: dataDir } },
  );
  return stdout;
}
