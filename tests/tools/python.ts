/** Makes the Python environment of `tests/python`: `npm run python`. Without it, these tests are left out. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'node_modules/.cache/antecede-python');
const requirements = path.join(import.meta.dirname, 'python-requirements.txt');
/** Has the text of the requirements that are installed. */
const installed = path.join(folder, 'installed.txt');

/** The interpreter of the environment. */
export const python = path.join(folder, 'bin/python');

/** Why tests have no Python; undefined if they have. */
export function missingPython(): string | undefined {
  const isThere =
    existsSync(installed) &&
    readFileSync(installed, 'utf8') === readFileSync(requirements, 'utf8') &&
    spawnSync(python, ['--version']).status === 0;
  return isThere ? undefined : 'Python and its packages were not fetched: npm run python.';
}

async function fetchPackages(): Promise<void> {
  if (!missingPython()) return;
  rmSync(folder, { recursive: true, force: true });
  const isNew = 'import sys; sys.exit(sys.version_info < (3, 11))';
  await run('python3', ['-c', isNew]).catch((error: unknown) => {
    throw new Error('There is no Python 3.11 or newer.', { cause: error });
  });
  await run('python3', ['-m', 'venv', folder]);
  await run(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements]);
  writeFileSync(installed, readFileSync(requirements, 'utf8'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await fetchPackages();
