import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A separate package, so that the product does not depend on the peers. */
const folder = path.join(import.meta.dirname, 'peers');

/**
 * Installs the peers if necessary. They are optional dependencies: a peer without a build for this machine is
 * reported as not available.
 */
export function installPeers(): void {
  if (existsSync(path.join(folder, 'node_modules'))) return;
  console.error(`Installing the engines to compare with (npm install in ${folder}, once) …`);
  // Not `npm ci`, which requires a build of each peer for every platform.
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0)
    throw new Error(`The peers could not be installed. Try: npm install in ${folder}`);
}
