import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A package of its own, so that the product's does not know the peers. */
const folder = path.join(import.meta.dirname, 'peers');

/**
 * Installs the peers unless they are there. They are optional dependencies: one without a build for
 * this machine is missing from the table's figures and not from the others'.
 */
export function installPeers(): void {
  if (existsSync(path.join(folder, 'node_modules'))) return;
  console.error(`Installing the engines to compare with (npm install in ${folder}, once) …`);
  // Not `npm ci`: it insists on a build of each for every platform, and some have none.
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0)
    throw new Error(`The peers could not be installed. Try: npm install in ${folder}`);
}
