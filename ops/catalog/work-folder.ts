import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The files of one load: checkpoint, rejects, and the dataset and documents until they are published. */
export interface WorkFolder {
  readonly checkpoint: string;
  readonly rejects: string;
  readonly dataset: string;
  readonly documents: string;
  /** Who cites whom, of a dataset that stays in the folder. */
  readonly links: string;
  /** Pieces of documents until they are joined. */
  readonly pieces: string;
  release(): void;
}

/**
 * Opens a folder for the load of one catalogue and locks it against a second one.
 * @throws Error if the folder is not writable or in use
 */
export function openWorkFolder(folder: string, catalog: string): WorkFolder {
  const file = (ending: string) => join(folder, `${catalog}${ending}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file('.lock'), '', { flag: 'a' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `The folder ${folder} cannot be written (${code}). Choose another: --out FOLDER`,
      { cause: error },
    );
  }
  const lock = lockFile(file('.lock'));
  return {
    checkpoint: file('.checkpoint.json'),
    rejects: file('.rejects.csv'),
    dataset: file('.csv'),
    documents: file('.documents.jsonl'),
    links: file('.links.ndjson'),
    pieces: file('.pieces.sqlite'),
    release: () => lock.close(),
  };
}

/** Locks with SQLite, because the operating system releases its lock however the process ends. */
function lockFile(path: string): DatabaseSync {
  const lock = new DatabaseSync(path);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (!String(error).includes('locked')) throw error;
    throw new Error(
      `Another load is running in this folder (${path}). Wait for it, or use --out FOLDER.`,
      { cause: error },
    );
  }
}
