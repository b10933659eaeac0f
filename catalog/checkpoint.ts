import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import type { CatalogId } from './catalogs.ts';
import type { Upload } from './destination/bucket-file.ts';
import type { Choice } from './formats/format.ts';
import type { BlockStart } from './input/bzip2.ts';
import type { Fingerprint } from './input/fingerprint.ts';

/** The next record to read. */
export interface Position {
  /** Which of the files, and which text within it. */
  readonly file: number;
  readonly text: number;
  /** Byte of the uncompressed text, and from where to decompress to get there. */
  readonly offset: number;
  readonly restart?: BlockStart;
}

export interface Counts {
  readonly rows: number;
  /** Records that are not of the catalogue: redirects, other countries. */
  readonly skipped: number;
  readonly rejects: number;
  /** Cells that were too long. */
  readonly cut: number;
}

/** What was asked for; a load goes on only with the same. */
export interface Request extends Choice {
  readonly catalog: CatalogId;
  readonly environment?: string;
  readonly limit?: number;
  readonly partBytes: number;
}

/** All that a load needs to know to go on as if it had not been interrupted. */
export interface Checkpoint {
  /** Form of this file; and of the rows, so that a newer loader does not go on with older ones. */
  readonly version: 1;
  readonly request: Request;
  readonly inputs: readonly Fingerprint[];
  readonly position: Position;
  readonly counts: Counts;
  /** Parts of the dataset that are safe, and their bytes. */
  readonly parts: number;
  readonly bytes: number;
  readonly rejectsBytes: number;
  /** `read`: all rows are in the parts; `stored`: the dataset is in its place. */
  readonly stage: 'reading' | 'read' | 'stored';
  readonly upload?: Upload;
  readonly buildId?: string;
}

/** @throws Error for a file that is damaged or of another version */
export function readCheckpoint(path: string): Checkpoint | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const checkpoint = JSON.parse(text);
    if (checkpoint.version === 1) return checkpoint;
  } catch {
    // Reported below.
  }
  throw new Error(`${path} was not written by this version. Start over with --restart.`);
}

/** Replaces the checkpoint in one step: after a crash there is the old one or the new one. */
export function writeCheckpoint(path: string, checkpoint: Checkpoint): void {
  const fd = openSync(`${path}.new`, 'w');
  try {
    writeSync(fd, `${JSON.stringify(checkpoint)}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(`${path}.new`, path);
}

export const removeCheckpoint = (path: string) => rmSync(path, { force: true });
