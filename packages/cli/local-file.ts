import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isDatasetName } from '../../shared/dataset-names.ts';
import { csvHint } from '../../shared/validation.ts';
import { Failure } from './failure.ts';

/** A byte range of the file. */
export interface Range {
  start: number;
  sizeBytes: number;
}

/** Size of a read. Memory holds a few chunks for each part in transfer, never a whole part. */
const chunkBytes = 512 * 1024;

/** The file to upload. It must not change during the upload. */
export interface LocalFile {
  name: string;
  sizeBytes: number;
  /** Reads a range in chunks. */
  read(range: Range): AsyncIterable<Buffer>;
  /** Hexadecimal MD5 of a range. */
  md5(range: Range): Promise<string>;
  /** Throws `Failure` if the file has changed since it was opened. */
  requireUnchanged(): Promise<void>;
  close(): Promise<void>;
}

/** Throws `Failure` if the file does not exist or cannot be uploaded. */
export async function openLocalFile(path: string): Promise<LocalFile> {
  const name = basename(path);
  if (!isDatasetName(name)) {
    throw new Failure(
      'usage',
      `Only csv file is accepted. "${name}" has another ending. ${csvHint}`,
    );
  }
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new Failure('usage', `${path} cannot be read: ${why}.`);
  });
  const opened = await handle.stat({ bigint: true });
  if (!opened.isFile() || opened.size === 0n) {
    await handle.close();
    throw new Failure('usage', `${path} is ${opened.isFile() ? 'empty' : 'not a file'}.`);
  }

  async function requireUnchanged() {
    // Stats the path, not the handle, to notice a file that was replaced.
    const found = await stat(path, { bigint: true }).catch(() => undefined);
    if (found && sameVersion(found, opened)) return;
    throw new Failure(
      'changed',
      `${path} changed during the upload. Nothing was added to your datasets. Make sure that nothing writes to the file, download a new presigned.json if its size is another, and run the command again.`,
    );
  }

  async function* read({ start, sizeBytes }: Range) {
    for (let done = 0; done < sizeBytes; ) {
      // Needs a new buffer each time: the previous one may still be in transfer.
      const wanted = Math.min(chunkBytes, sizeBytes - done);
      const { bytesRead, buffer } = await handle.read({
        buffer: Buffer.allocUnsafe(wanted),
        length: wanted,
        position: start + done,
      });
      if (bytesRead === 0) {
        await requireUnchanged();
        throw new Error(`${path} ended at byte ${start + done}`);
      }
      done += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  return {
    name,
    sizeBytes: Number(opened.size),
    read,
    requireUnchanged,
    async md5(range) {
      const hash = createHash('md5');
      for await (const chunk of read(range)) hash.update(chunk);
      return hash.digest('hex');
    },
    close: () => handle.close(),
  };
}

const sameVersion = (a: BigIntStats, b: BigIntStats) =>
  a.size === b.size && a.mtimeNs === b.mtimeNs && a.ino === b.ino;
