import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';

/** Identifies a file, to check that it has not changed. */
export interface Fingerprint {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** SHA-256 of its first and last megabyte. */
  readonly ends: string;
}

const END_BYTES = 1 << 20;

/** @throws Error of the file system, for example if the file does not exist */
export function fingerprint(file: string): Fingerprint {
  const path = resolve(file);
  const fd = openSync(path, 'r');
  try {
    const { size, mtimeMs } = fstatSync(fd);
    const hash = createHash('sha256');
    const buffer = Buffer.alloc(Math.min(size, END_BYTES));
    for (const start of [0, Math.max(0, size - END_BYTES)]) {
      hash.update(buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, start)));
    }
    return { path, sizeBytes: size, modifiedMs: mtimeMs, ends: hash.digest('hex') };
  } finally {
    closeSync(fd);
  }
}

export const isSame = (one: Fingerprint, other: Fingerprint): boolean =>
  one.path === other.path &&
  one.sizeBytes === other.sizeBytes &&
  one.modifiedMs === other.modifiedMs &&
  one.ends === other.ends;
