import type { ByteSource } from '#engine';
import type { Link } from '#local/aws/s3/link.ts';
import { fileSource } from '../search/file-source.ts';

/** A read of a file, with its times in milliseconds. */
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
  readonly #link: Pick<Link, 'connect' | 'transfer'>;
  readonly #now: () => number;

  /** @param now milliseconds since some moment, in the time of the link */
  constructor(link: Pick<Link, 'connect' | 'transfer'>, now: () => number) {
    this.#link = link;
    this.#now = now;
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
}
