import type { ByteSource } from '#engine';
import { Link, type LinkSpeed } from '#local/aws/s3/link.ts';
import { fileSource } from '../search/file-source.ts';

/** A read of a file, with the milliseconds since the store was made. */
export interface Read {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
  readonly from: number;
  readonly to: number;
}

/** Files that are read at the speed of an object store, and a record of the reads. */
export class SlowStore {
  readonly reads: Read[] = [];
  readonly #link: Link;
  readonly #startedAt = performance.now();

  constructor(speed: LinkSpeed) {
    this.#link = new Link(speed);
  }

  async open(file: string, path: string): Promise<ByteSource> {
    const { sizeBytes, read } = await fileSource(path);
    return {
      sizeBytes,
      read: async (offset, length) => {
        const from = this.#now();
        await this.#link.connect();
        const bytes = await read(offset, length);
        await this.#link.transfer(bytes.byteLength);
        this.reads.push({ file, offset, length: bytes.byteLength, from, to: this.#now() });
        return bytes;
      },
    };
  }

  #now(): number {
    return performance.now() - this.#startedAt;
  }
}
