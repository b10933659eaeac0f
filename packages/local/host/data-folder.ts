import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './start-error.ts';

/** The data folder of one installation, locked for this process. */
export interface DataFolder {
  path: string;
  /** Secret of this installation. Access keys are derived from it. */
  secret: string;
  release(): void;
}

/**
 * Opens or creates the folder and locks it. Throws `StartError` if it cannot be written, is in
 * use by another process, or its `installation.json` is damaged.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const probe = join(path, '.write-test');
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new StartError(
      `The data folder ${path} cannot be written (${(error as NodeJS.ErrnoException).code}). Make it writable, or choose another one: LOCAL_DATA_DIR=/path/to/folder npm start`,
    );
  }
  const lock = lockFolder(path);
  try {
    return { path, secret: await readSecret(path), release: () => lock.close() };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Locks with SQLite: the system releases the lock however the process ends. */
function lockFolder(path: string): DatabaseSync {
  const file = join(path, 'lock.sqlite');
  try {
    const lock = new DatabaseSync(file);
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    const locked = String(error).includes('locked');
    throw new StartError(
      locked
        ? `Another instance uses the data folder ${path}. Stop it, or give this one a folder and a port of its own: LOCAL_DATA_DIR=… PORT=… npm start`
        : `${file} is damaged. Delete it and start again; it holds no data.`,
    );
  }
}

async function readSecret(path: string): Promise<string> {
  const file = join(path, 'installation.json');
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) {
    const secret = randomBytes(32).toString('hex');
    await writeFile(`${file}.new`, `${JSON.stringify({ secret })}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return secret;
  }
  try {
    const { secret } = JSON.parse(text);
    if (typeof secret === 'string' && secret.length >= 32) return secret;
  } catch {
    // Reported below, like any other unknown content.
  }
  throw new StartError(
    `${file} is damaged. Restore it, or move the whole folder away to start afresh: mv ${path} ${path}.damaged`,
  );
}
