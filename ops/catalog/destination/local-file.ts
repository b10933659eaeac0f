import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import type { Destination } from './destination.ts';

/** A CSV file in a folder. It gets its final name when it is complete. */
export class LocalFile implements Destination {
  readonly #path: string;
  readonly #partial: string;
  #fd: number | undefined;
  #place: number;

  /** @param bytes size of the existing partial file that is kept */
  constructor(path: string, bytes: number) {
    this.#path = path;
    this.#partial = `${path}.partial`;
    this.#place = bytes;
    if (bytes > 0 && !existsSync(this.#partial)) return;
    this.#fd = openSync(this.#partial, bytes > 0 ? 'r+' : 'w');
    ftruncateSync(this.#fd, bytes);
  }

  write(bytes: Uint8Array): void {
    if (this.#fd === undefined) {
      throw new Error(`${this.#partial} is gone. Start over with --restart.`);
    }
    for (let written = 0; written < bytes.length; ) {
      const got = writeSync(this.#fd, bytes, written, bytes.length - written, this.#place);
      written += got;
      this.#place += got;
    }
  }

  async endPart(): Promise<void> {
    if (this.#fd !== undefined) fsyncSync(this.#fd);
  }

  async finish(): Promise<void> {
    this.close();
    // If the partial file does not exist, a previous run was killed after renaming it.
    if (existsSync(this.#partial)) renameSync(this.#partial, this.#path);
  }

  async discard(): Promise<void> {
    this.close();
    rmSync(this.#partial, { force: true });
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}
