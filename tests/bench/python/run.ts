/**
 * `npm run bench -- python [--rows N]`: a program in Python loads JSON lines, builds, pages through all matches, changes a thousand
 * rows and finds them, and prints how long each took. Needs the environment of `npm run python`.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { managementScopes } from '#shared/management-scopes.ts';
import { missingPython, python } from '#tests/tools/python.ts';
import { openInstallation } from '../installation.ts';

const fileOf = (url: string) => fileURLToPath(new URL(url, import.meta.url));

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { rows: { type: 'string', default: '100000' } },
  });
  const missing = missingPython();
  if (missing) throw new Error(missing);
  const { call, stack, close } = await openInstallation();
  try {
    const body = { name: 'Load', scopes: [...managementScopes] };
    const { key } = await call('create-management-key', { body });
    const program = fileOf('../../python/programs/load.py');
    const env = { ...process.env, PYTHONPATH: fileOf('../../../packages/sdk-python/src') };
    const args = [program, stack.origin, key, values.rows];
    console.log((await promisify(execFile)(python, args, { env })).stdout.trim());
  } finally {
    await close();
  }
}
