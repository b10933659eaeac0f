import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isDatasetName } from '../../shared/dataset-names.ts';
import {
  archiveName,
  crc32,
  descriptorOf,
  directoryOf,
  distinctNames,
  localHeader,
  type StoredFile,
} from '../../shared/stored-zip.ts';
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
    md5: (range) => md5Of(read(range)),
    close: () => handle.close(),
  };
}

/**
 * Several files as one: an archive in which they are stored as they are, in the order of their names. They are read once before, for
 * their checksums. Throws `Failure`.
 */
export async function openLocalFiles(
  paths: readonly string[],
  name: string | undefined,
): Promise<LocalFile> {
  const files: LocalFile[] = [];
  const close = async () => {
    await Promise.all(files.map((file) => file.close()));
  };
  try {
    for (const path of paths) files.push(await openLocalFile(path));
    const names = distinctNames(files.map((file) => file.name));
    const stored: (StoredFile & { file: LocalFile })[] = [];
    for (const [i, file] of files.entries()) {
      let crc = 0;
      for await (const chunk of file.read({ start: 0, sizeBytes: file.sizeBytes })) {
        crc = crc32(chunk, crc);
      }
      stored.push({ name: names[i]!, sizeBytes: file.sizeBytes, crc, file });
    }
    stored.sort((a, b) => (a.name < b.name ? -1 : 1));
    return archiveOf(name ?? archiveName(stored.map((one) => one.name)), stored, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function archiveOf(
  name: string,
  stored: readonly (StoredFile & { file: LocalFile })[],
  close: () => Promise<void>,
): LocalFile {
  const pieces: { sizeBytes: number; read: LocalFile['read'] }[] = [];
  const add = (bytes: Uint8Array) =>
    pieces.push({
      sizeBytes: bytes.length,
      async *read({ start, sizeBytes }) {
        yield Buffer.from(bytes.subarray(start, start + sizeBytes));
      },
    });
  for (const one of stored) {
    add(localHeader(one.name));
    pieces.push(one.file);
    add(descriptorOf(one));
  }
  add(directoryOf(stored));
  async function* read({ start, sizeBytes }: Range) {
    let at = 0;
    const end = start + sizeBytes;
    for (const piece of pieces) {
      const from = Math.max(start, at);
      const to = Math.min(end, at + piece.sizeBytes);
      if (from < to) yield* piece.read({ start: from - at, sizeBytes: to - from });
      at += piece.sizeBytes;
    }
  }
  return {
    name,
    sizeBytes: pieces.reduce((sum, piece) => sum + piece.sizeBytes, 0),
    read,
    async requireUnchanged() {
      for (const { file } of stored) await file.requireUnchanged();
    },
    md5: (range) => md5Of(read(range)),
    close,
  };
}

async function md5Of(chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

const sameVersion = (a: BigIntStats, b: BigIntStats) =>
  a.size === b.size && a.mtimeNs === b.mtimeNs && a.ino === b.ino;
