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

/** Position of the next record to read. */
export interface Position {
  /** Index of the file, and of the text within the file. */
  readonly file: number;
  readonly text: number;
  /** Offset in the uncompressed text, and a block from which decompression can start to reach it. */
  readonly offset: number;
  readonly restart?: BlockStart;
}

export interface Counts {
  readonly rows: number;
  /** Records that do not belong to the catalogue: redirects, patents of other countries. */
  readonly skipped: number;
  readonly rejects: number;
  /** Cells that were truncated. */
  readonly cut: number;
  /** Patent documents; 0 in other catalogues. */
  readonly documents: number;
}

/** Options of a load. It can only be resumed with the same options. */
export interface Request extends Choice {
  readonly catalog: CatalogId;
  readonly environment?: string;
  readonly limit?: number;
  /** The files are added to the documents that serve. */
  readonly isDelivery?: boolean;
  readonly partBytes: number;
}

/** The state from which an interrupted load resumes. */
export interface Checkpoint {
  /** Version of this format and of the rows, so that a newer loader does not resume an older load. */
  readonly version: 3;
  readonly request: Request;
  readonly inputs: readonly Fingerprint[];
  readonly position: Position;
  readonly counts: Counts;
  /** Number and total size of the dataset's parts that are stored durably. */
  readonly parts: number;
  readonly bytes: number;
  readonly rejectsBytes: number;
  readonly documentsBytes: number;
  /** Number of pieces of documents that are stored in the work folder; 0 in catalogues without documents. */
  readonly pieces: number;
  /**
   * `joining`: all records are read, and their pieces are being joined; then `position` is a place among them. `read`: all
   * rows are in the parts. `stored`: the dataset is at its destination. `served`: documents of a delivery are.
   */
  readonly stage: 'reading' | 'joining' | 'read' | 'stored' | 'served';
  readonly upload?: Upload;
  readonly buildId?: string;
  /** Version of the patent documents that served when a full load began; null for none. */
  readonly servedBefore?: string | null;
  /** Version of the patent documents that this load replaces, or that a delivery follows. */
  readonly replacedDocuments?: string;
}

/** The state of a load that has read nothing yet. */
export const newCheckpoint = (request: Request, inputs: readonly Fingerprint[]): Checkpoint => ({
  version: 3,
  request,
  inputs,
  position: { file: 0, text: 0, offset: 0 },
  counts: { rows: 0, skipped: 0, rejects: 0, cut: 0, documents: 0 },
  parts: 0,
  bytes: 0,
  rejectsBytes: 0,
  documentsBytes: 0,
  pieces: 0,
  stage: 'reading',
});

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
    if (checkpoint.version === 3) return checkpoint;
  } catch {
    // Reported below.
  }
  throw new Error(`${path} was not written by this version. Start over with --restart.`);
}

/** Replaces the checkpoint atomically: after a crash there is either the old or the new one. */
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
