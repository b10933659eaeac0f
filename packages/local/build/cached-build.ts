import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentHash } from './content-hash.ts';

/** A build step: a script that makes a folder from sources. */
export interface BuildStep {
  /** Beginning of the result's folder in the cache; the rest is the hash of the inputs. */
  name: string;
  /** Script, run by Node with the output folder as its argument. */
  script: URL;
  root: string;
  /** Files and folders, relative to `root`, that the result depends on. */
  inputs: readonly string[];
}

/**
 * Gives the folder with the result of a step, from the cache when its inputs have not changed. The
 * script runs in a process of its own, so that the memory of compilers goes back to the machine.
 * Throws with the script's output when it fails.
 */
export async function cachedBuild(step: BuildStep, cacheDir: string): Promise<string> {
  const hash = await contentHash(step.root, step.inputs);
  const output = join(cacheDir, `${step.name}-${hash.slice(0, 16)}`);
  const now = new Date();
  // The folder gets its name when it is complete. Its modification time is that of its last use.
  const hit = await utimes(output, now, now).then(
    () => true,
    () => false,
  );
  if (hit) return output;
  const fresh = `${output}.${randomUUID()}`;
  await mkdir(cacheDir, { recursive: true });
  await runScript(step, fresh).catch(async (error) => {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  });
  await rename(fresh, output).catch(async (error) => {
    // Another process has built the same meanwhile.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(fresh, { recursive: true, force: true });
  });
  await removeOld(step.name, cacheDir);
  return output;
}

const keepMs = 24 * 3_600_000;

async function removeOld(name: string, cacheDir: string): Promise<void> {
  for (const entry of await readdir(cacheDir)) {
    if (!entry.startsWith(`${name}-`)) continue;
    const path = join(cacheDir, entry);
    // Another process may be removing the same.
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > keepMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

async function runScript({ name, script, root }: BuildStep, output: string): Promise<void> {
  const child = spawn(process.execPath, ['--no-warnings', fileURLToPath(script), output], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  if (printed.includes('ENOSPC')) {
    throw new Error(`The disk is full: ${name} cannot be built in ${output}. Make room there.`);
  }
  throw new Error(`building ${name} failed:\n${printed.trim()}`);
}
