import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A range of an object's bytes. An object is a list of ranges, one for each part of its upload. */
export interface Blob {
  id: string;
  sizeBytes: number;
}

/** Bytes `first` to `last` of a blob. */
interface Slice extends Blob {
  first: number;
  last: number;
}

/**
 * The bytes of objects and parts, one immutable file each under a random name. Keys never become
 * file names, so no key can leave the folder. The catalogue tells which object a blob belongs to.
 */
export class BlobFiles {
  readonly #folder: string;
  readonly #readers = new Map<string, number>();
  readonly #doomed = new Set<string>();

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 's3-objects');
    mkdirSync(this.#folder, { recursive: true });
  }

  /** Writes a new blob; a failed or interrupted one leaves nothing behind. */
  async write(chunks: AsyncIterable<Buffer>): Promise<Blob> {
    const id = randomUUID();
    const file = await open(this.#path(id), 'wx');
    let sizeBytes = 0;
    let batch: Buffer[] = [];
    let batchBytes = 0;
    let writing = Promise.resolve();
    try {
      for await (const chunk of chunks) {
        batch.push(chunk);
        batchBytes += chunk.length;
        sizeBytes += chunk.length;
        if (batchBytes < maxBatchBytes) continue;
        // Written while the next ones arrive and are hashed.
        await writing;
        writing = writeFully(file, batch);
        writing.catch(() => {});
        batch = [];
        batchBytes = 0;
      }
      await writing;
      await writeFully(file, batch);
      await file.close();
    } catch (error) {
      await writing.catch(() => {});
      await file.close().catch(() => {});
      await this.remove([{ id }]);
      throw error;
    }
    return { id, sizeBytes };
  }

  /**
   * Bytes `start` to `end` (inclusive) of an object. They stay readable to the end even if the object
   * is overwritten or deleted meanwhile. The generator must be run. Throws if a file is damaged.
   */
  read(blobs: readonly Blob[], start: number, end: number): AsyncGenerator<Buffer> {
    const slices: Slice[] = [];
    let offset = 0;
    for (const blob of blobs) {
      const first = Math.max(start - offset, 0);
      const last = Math.min(end - offset, blob.sizeBytes - 1);
      if (first <= last) slices.push({ ...blob, first, last });
      offset += blob.sizeBytes;
    }
    for (const slice of slices) this.#check(slice);
    for (const { id } of slices) this.#readers.set(id, (this.#readers.get(id) ?? 0) + 1);
    return this.#stream(slices);
  }

  async *#stream(slices: Slice[]): AsyncGenerator<Buffer> {
    try {
      for (const { id, first, last } of slices) {
        yield* createReadStream(this.#path(id), { ...readOptions, start: first, end: last });
      }
    } finally {
      await this.#release(slices);
    }
  }

  async #release(blobs: readonly Blob[]): Promise<void> {
    for (const { id } of blobs) {
      const left = this.#readers.get(id)! - 1;
      if (left > 0) this.#readers.set(id, left);
      else this.#readers.delete(id);
    }
    await this.remove(blobs.filter(({ id }) => this.#doomed.has(id)));
  }

  /** Throws if a blob is missing or has another size than the catalogue says. */
  #check({ id, sizeBytes }: Blob): void {
    const found = statSync(this.#path(id), { throwIfNoEntry: false })?.size;
    if (found === sizeBytes) return;
    const state = found === undefined ? 'is missing' : `has ${found} of ${sizeBytes} bytes`;
    throw new Error(
      `S3 data is damaged: ${this.#path(id)} ${state}; restore it, or delete s3.sqlite and s3-objects to start with empty buckets.`,
    );
  }

  /** Removes blobs. A blob that is being read is removed when its last reader ends. */
  async remove(blobs: readonly Pick<Blob, 'id'>[]): Promise<void> {
    await Promise.all(
      blobs.map(async ({ id }) => {
        if (this.#readers.has(id)) {
          this.#doomed.add(id);
          return;
        }
        this.#doomed.delete(id);
        await rm(this.#path(id), { force: true });
      }),
    );
  }

  /** Removes the blobs of uploads that were killed before their commit. */
  async removeUnreferenced(isReferenced: (id: string) => boolean): Promise<void> {
    const orphans = readdirSync(this.#folder).filter((id) => !isReferenced(id));
    await this.remove(orphans.map((id) => ({ id })));
  }

  #path(id: string): string {
    return join(this.#folder, id);
  }
}

const readOptions = { highWaterMark: 512 * 1024 };

/**
 * Number of bytes written at once. Sockets give 64 KB at a time, and each write costs a turn of the event
 * loop.
 */
const maxBatchBytes = 1024 * 1024;

async function writeFully(file: FileHandle, batch: Buffer[]): Promise<void> {
  let rest = batch.filter((chunk) => chunk.length > 0);
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest);
    rest = without(rest, bytesWritten);
  }
}

/** The buffers that remain after their first bytes have been written. */
function without(buffers: readonly Buffer[], bytes: number): Buffer[] {
  let done = bytes;
  return buffers.flatMap((buffer) => {
    const left = buffer.subarray(done);
    done = Math.max(0, done - buffer.length);
    return left.length > 0 ? [left] : [];
  });
}
