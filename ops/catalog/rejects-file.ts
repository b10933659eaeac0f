import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { csvLine } from './csv.ts';

/** A record that was left out. */
export interface Reject {
  readonly file: string;
  /** Name of the archive entry. */
  readonly entry?: string;
  /** Offset of the record in the uncompressed text. */
  readonly offset: number;
  readonly reason: string;
}

/** The list of records that were left out, as CSV. */
export class RejectsFile {
  readonly #fd: number;
  sizeBytes: number;
  lastReason = '';

  /** @param bytes size of the existing file that is kept */
  constructor(path: string, bytes: number) {
    this.#fd = openSync(path, bytes > 0 ? 'r+' : 'w');
    ftruncateSync(this.#fd, bytes);
    this.sizeBytes = bytes;
    if (bytes === 0) this.#write(['file', 'entry', 'offset', 'reason']);
  }

  add({ file, entry = '', offset, reason }: Reject): void {
    this.lastReason = reason;
    this.#write([file, entry, String(offset), reason.replace(/\s+/g, ' ').slice(0, 500)]);
  }

  sync(): void {
    fsyncSync(this.#fd);
  }

  close(): void {
    closeSync(this.#fd);
  }

  #write(cells: string[]): void {
    const bytes = Buffer.from(csvLine(cells).line);
    writeSync(this.#fd, bytes, 0, bytes.length, this.sizeBytes);
    this.sizeBytes += bytes.length;
  }
}
