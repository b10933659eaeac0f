import type { PatentDocument } from '#shared/patent-document.ts';
import type { Documents } from './documents.ts';
import { LocalFile } from './local-file.ts';

/** A file with a document as JSON on each line, beside a dataset that stays in its folder. */
export class DocumentsFile implements Documents {
  readonly #file: LocalFile;
  sizeBytes: number;

  /** @param bytes size of the existing partial file that is kept */
  constructor(path: string, bytes: number) {
    this.#file = new LocalFile(path, bytes);
    this.sizeBytes = bytes;
  }

  async add(document: PatentDocument): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(document)}\n`);
    this.#file.write(line);
    this.sizeBytes += line.length;
  }

  settle = () => this.#file.endPart();
  finish = () => this.#file.finish();
  discard = () => this.#file.discard();
  close = () => this.#file.close();
}
