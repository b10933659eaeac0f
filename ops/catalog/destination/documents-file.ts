import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { Documents, FiledLinks } from './documents.ts';
import { LocalFile } from './local-file.ts';

/**
 * A file with a document as JSON on each line, one with the links of a number on each line, and a folder of images, beside a
 * dataset that stays in its folder.
 */
export class DocumentsFile implements Documents {
  readonly #file: LocalFile;
  sizeBytes: number;

  readonly #linksPath: string;
  readonly #imagesPath: string;

  /** @param bytes size of the existing partial file of documents that is kept */
  constructor(path: string, bytes: number, linksPath: string) {
    this.#linksPath = linksPath;
    this.#imagesPath = path.replace(/(\.documents)?\.jsonl$/, '.images');
    this.#file = new LocalFile(path, bytes);
    this.sizeBytes = bytes;
  }

  async add(document: PatentDocument): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(document)}\n`);
    this.#file.write(line);
    this.sizeBytes += line.length;
  }

  async addImage(ucid: string, name: string, png: Uint8Array): Promise<void> {
    const folder = join(this.#imagesPath, ucid);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), png, { flush: true });
  }

  async addLinks(_digits: number, links: FiledLinks): Promise<void> {
    const file = new LocalFile(this.#linksPath, 0);
    try {
      for (const { number, cited_by, publications } of links) {
        file.write(Buffer.from(`${JSON.stringify({ number, cited_by, publications })}\n`));
      }
      await file.endPart();
      await file.finish();
    } finally {
      file.close();
    }
  }

  settle = () => this.#file.endPart();
  finish = () => this.#file.finish();
  async discard(): Promise<void> {
    await this.#file.discard();
    rmSync(this.#imagesPath, { recursive: true, force: true });
  }

  close = () => this.#file.close();
}
